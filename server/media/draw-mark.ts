import { el, shape } from './svg.ts'

// The mark is a K below a headline, as in Devanagari.
const beam = 'M8 12H56V20H8Z'
const letter = 'M16 20H26V33.6L38.8 20H51.4L36.4 36L53 55H40.4L29.7 42.6L26 46.4V55H16Z'

/** Returns the brand's mark on a tile, for icons from 16 pixels. */
export function drawTile(corner = 14): string {
  return mark(el('rect', { width: 64, height: 64, rx: corner, fill: '#0f5c5c' }), ...markParts('#fbfaf7'))
}

/** Returns the parts of the mark on a grid of 64, for use in another drawing. */
export const markParts = (colour: string) => [shape(letter, colour), shape(beam, '#f0b45f')]

/** Returns the mark without its tile in one colour. */
export function drawMark(colour = 'currentColor'): string {
  return mark(shape(beam + letter, colour))
}

const mark = (...parts: string[]) => el('svg', { xmlns: 'http://www.w3.org/2000/svg', viewBox: '0 0 64 64' }, ...parts)
