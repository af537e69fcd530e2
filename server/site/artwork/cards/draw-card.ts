import { type ArtSubject, drawArt } from '#server/site/artwork/draw-art.ts'
import { accentOf, beamColourOf, letterParts, type Mark, tileParts } from '#server/site/artwork/draw-mark.ts'
import { el, group, rect, shape } from '#server/site/artwork/svg.ts'
import { breakLines, setLine, type Weight } from './set-type.ts'

/** The content of the image that link previews show. */
export interface Card {
  /** The school's name as it is drawn. */
  brand: string
  mark: Mark
  /** Text above the title: the category of a course, or the kind of page. */
  over: string
  title: string
  /** Text below the title: a batch's date, an author or a sentence. */
  note: string
  /** Formatted rupees, as `₹36,000`; `list` is the price before the discount. */
  price?: { pay: string; list?: string | undefined } | undefined
  art?: ArtSubject | undefined
  /** The seal on a certificate, a PNG in base64. */
  seal?: string
}

const cardWidth = 1200
const cardHeight = 630

const colours = { paper: '#fbfaf7', ink: '#1a1f24', muted: '#59636b', line: '#e4e1d9', signal: '#a85a10' }
const left = 72
const artLeft = 764
const column = 636
export const noteColumn = column
export const noteSize = 32

/** Draws text on the left, the subject's illustration on the right and the school's name below. */
export function drawCard(card: Card): string {
  const size = card.title.length > 44 ? 56 : 66
  const lines = breakLines(card.title, size, 800, column, 3)
  const top = 190
  const accent = accentOf(card.mark)
  const below = top + (lines.length - 1) * size * 1.08
  return el(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${cardWidth} ${cardHeight}`, width: cardWidth, height: cardHeight },
    rect(0, 0, cardWidth, cardHeight, colours.paper),
    picture(card.art, card.mark),
    card.seal ? '' : rect(0, 0, 12, cardHeight, accent),
    textAt(card.over, left, 104, 28, 700, accent),
    ...lines.map((line, index) => textAt(line, left, top + index * size * 1.08, size, 800, colours.ink)),
    ...breakLines(card.note, noteSize, 500, column, card.price ? 1 : 3).map((line, index) =>
      textAt(line, left, below + 72 + index * 44, noteSize, 500, card.price ? colours.signal : colours.muted),
    ),
    card.price ? priceAt(card.price, 494) : '',
    rect(left, 536, column, 2, colours.line),
    group(`translate(${left} 560) scale(0.625)`, ...tileParts(card.mark)),
    textAt(card.brand, left + 52, 592, 28, 700, colours.ink),
    card.seal ? sealOn(card.seal, card.mark) : '',
  )
}

/** As on the certificate: a bar beside the picture, and the seal on both. */
function sealOn(png: string, mark: Mark): string {
  const side = 200
  return [
    rect(artLeft - 10, 0, 10, cardHeight, beamColourOf(mark)),
    el('image', { x: artLeft - 5 - side / 2, y: 396, width: side, height: side, href: `data:image/png;base64,${png}` }),
  ].join('')
}

function priceAt(price: NonNullable<Card['price']>, y: number): string {
  const pay = setLine(price.pay, 52, 800)
  const list = price.list ? setLine(price.list, 32, 500) : undefined
  const x = left + pay.width + 22
  return [
    group(`translate(${left} ${y})`, shape(pay.d, colours.ink)),
    list ? group(`translate(${x} ${y})`, shape(list.d, colours.muted), rect(-3, -12, list.width + 6, 3, colours.muted)) : '',
  ].join('')
}

function textAt(text: string, x: number, y: number, size: number, weight: Weight, colour: string): string {
  return group(`translate(${x} ${y})`, shape(setLine(text, size, weight).d, colour))
}

function picture(art: ArtSubject | undefined, mark: Mark): string {
  const x = artLeft
  const box = { x, y: 0, width: cardWidth - x, height: cardHeight, preserveAspectRatio: 'xMidYMid slice' }
  if (!art) return rect(x, 0, box.width, cardHeight, accentOf(mark)) + largeMark(mark, x + 118, 216)
  const drawing = drawArt(art)
  const [, view = '0 0 640 400'] = /viewBox="([^"]+)"/.exec(drawing) ?? []
  return el('svg', { ...box, viewBox: view }, drawing.replace(/^<svg[^>]*>|<\/svg>$/g, ''))
}

const largeMark = (mark: Mark, x: number, y: number) =>
  group(`translate(${x} ${y}) scale(3.1)`, ...(mark.picture === null ? letterParts(mark) : tileParts(mark)))
