import { type ArtSubject, drawArt } from '#server/site/artwork/draw-art.ts'
import { markParts } from '#server/site/artwork/draw-mark.ts'
import { el, group, rect, shape } from '#server/site/artwork/svg.ts'
import { breakLines, setLine, type Weight } from './set-type.ts'

/** The content of the image that link previews show. */
export interface Card {
  brand: string
  /** Text above the title: the category of a course, or the kind of page. */
  over: string
  title: string
  /** Text below the title: a batch's date, an author or a sentence. */
  note: string
  /** Formatted rupees, as `₹36,000`; `list` is the price before the discount. */
  price?: { pay: string; list?: string | undefined } | undefined
  art?: ArtSubject | undefined
}

const cardWidth = 1200
const cardHeight = 630

const colours = { paper: '#fbfaf7', ink: '#1a1f24', muted: '#59636b', line: '#e4e1d9', accent: '#0f5c5c', signal: '#a85a10' }
const left = 72
const column = 636
export const noteColumn = column
export const noteSize = 32

/** Draws text on the left, the subject's illustration on the right and the school's name below. */
export function drawCard(card: Card): string {
  const size = card.title.length > 44 ? 56 : 66
  const lines = breakLines(card.title, size, 800, column, 3)
  const top = 190
  const below = top + (lines.length - 1) * size * 1.08
  return el(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${cardWidth} ${cardHeight}`, width: cardWidth, height: cardHeight },
    rect(0, 0, cardWidth, cardHeight, colours.paper),
    picture(card.art, card.brand),
    rect(0, 0, 12, cardHeight, colours.accent),
    textAt(card.over, left, 104, 28, 700, colours.accent),
    ...lines.map((line, index) => textAt(line, left, top + index * size * 1.08, size, 800, colours.ink)),
    ...breakLines(card.note, noteSize, 500, column, card.price ? 1 : 3).map((line, index) =>
      textAt(line, left, below + 72 + index * 44, noteSize, 500, card.price ? colours.signal : colours.muted),
    ),
    card.price ? priceAt(card.price, 494) : '',
    rect(left, 536, column, 2, colours.line),
    mark(card.brand, left, 560),
    textAt(card.brand, left + 52, 592, 28, 700, colours.ink),
  )
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

function picture(art: ArtSubject | undefined, brand: string): string {
  const x = 764
  const box = { x, y: 0, width: cardWidth - x, height: cardHeight, preserveAspectRatio: 'xMidYMid slice' }
  if (!art) return rect(x, 0, box.width, cardHeight, colours.accent) + largeMark(brand, x + 118, 216)
  const drawing = drawArt(art)
  const [, view = '0 0 640 400'] = /viewBox="([^"]+)"/.exec(drawing) ?? []
  return el('svg', { ...box, viewBox: view }, drawing.replace(/^<svg[^>]*>|<\/svg>$/g, ''))
}

const mark = (brand: string, x: number, y: number) =>
  group(
    `translate(${x} ${y}) scale(0.625)`,
    el('rect', { width: 64, height: 64, rx: 14, fill: colours.accent }),
    ...markParts(brand, colours.paper),
  )
const largeMark = (brand: string, x: number, y: number) =>
  group(`translate(${x} ${y}) scale(3.1)`, ...markParts(brand, colours.paper))
