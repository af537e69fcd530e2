import { shadesOf } from '#contract/site/brand.ts'
import { beamOf } from '#server/platform/settings/brand-colours.ts'
import { setLine } from '#server/site/artwork/cards/set-type.ts'
import { el, group, shape } from './svg.ts'

/** What the mark of a school is drawn from. */
export interface Mark {
  /** The name whose first letter stands in the mark. */
  name: string
  /** `#rrggbb`; null for the product's colour. */
  accent: string | null
  /** A square picture in place of the letter, as a data URL. */
  picture: string | null
}

/** The colours of the mark. */
const teal = '#0f5c5c'
const paper = '#fbfaf7'
const gold = '#f0b45f'

// The letter hangs from a headline, as letters of Devanagari do.
const beam = 'M8 12H56V20H8Z'
/** Where the letter stands on the grid of 64. */
const box = { top: 20, width: 42, height: 35 }

/** The colour of a school in its pictures. */
export const accentOf = ({ accent }: Pick<Mark, 'accent'>): string => (accent === null ? teal : shadesOf(accent).light.accent)

/** Returns a school's mark on a tile, for icons from 16 pixels. */
export function drawTile(mark: Mark, corner = 14): string {
  return el('svg', { xmlns: 'http://www.w3.org/2000/svg', viewBox: '0 0 64 64' }, ...tileParts(mark, corner))
}

/** Returns the parts of a tile on a grid of 64, for use in another drawing. A picture stands on white, which its clear parts show. */
export function tileParts(mark: Mark, corner = 14): string[] {
  const ground = (fill: string) => el('rect', { width: 64, height: 64, rx: corner, fill })
  if (mark.picture === null) return [ground(accentOf(mark)), ...letterParts(mark)]
  return [
    el('clipPath', { id: 'tile' }, ground(paper)),
    el(
      'g',
      { 'clip-path': 'url(#tile)' },
      ground('#ffffff'),
      el('image', { width: 64, height: 64, preserveAspectRatio: 'xMidYMid meet', href: mark.picture }),
    ),
  ]
}

/** Returns the first letter of the school's name below a beam, on a grid of 64. */
export function letterParts({ name, accent }: Mark): string[] {
  return [drawLetter(firstLetterOf(name), paper), shape(beam, beamColourOf({ accent }))]
}

/** The colour of the beam, which stands on that of the school. */
export const beamColourOf = ({ accent }: Pick<Mark, 'accent'>): string => (accent === null ? gold : beamOf(accentOf({ accent })))

const graphemes = new Intl.Segmenter('en-IN', { granularity: 'grapheme' })

function firstLetterOf(brand: string): string {
  const letters = [...graphemes.segment(brand.normalize('NFC'))].map(({ segment }) => segment)
  return letters.find((one) => /^[\p{L}\p{N}]/u.test(one))?.toLocaleUpperCase('en-IN') ?? ''
}

/** A name without a letter, or whose letter no font has, gets a bar. */
function drawLetter(letter: string, colour: string): string {
  const { d } = setLine(letter, 100, 800)
  const extent = letter === '' || d === setLine('?', 100, 800).d ? undefined : extentOf(d)
  if (!extent) return shape('M28 20H36V55H28Z', colour)
  const scale = Math.min(box.width / extent.width, box.height / extent.height)
  const left = 32 - (extent.left + extent.width / 2) * scale
  const top = box.top - extent.top * scale
  return group(`translate(${left.toFixed(2)} ${top.toFixed(2)}) scale(${scale.toFixed(4)})`, shape(d, colour))
}

/** The box around the points of a path whose commands are absolute pairs, as the outlines of fonts are. */
function extentOf(d: string) {
  const values = [...d.matchAll(/-?\d+(?:\.\d+)?/g)].map(([value]) => Number(value))
  if (values.length < 2) return undefined
  const xs = values.filter((_, index) => index % 2 === 0)
  const ys = values.filter((_, index) => index % 2 === 1)
  const left = Math.min(...xs)
  const top = Math.min(...ys)
  return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top }
}
