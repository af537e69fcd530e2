import { el, shape } from './svg.ts'

// A K that hangs from a headline as Devanagari letters do, and holds it up as a brace holds a beam.
const beam = 'M8 12H56V20H8Z'
const letter = 'M16 20H26V33.6L38.8 20H51.4L36.4 36L53 55H40.4L29.7 42.6L26 46.4V55H16Z'

/** The brand's mark on its own tile, for icons of any size from 16 pixels. */
export function drawTile(corner = 14): string {
  return mark(el('rect', { width: 64, height: 64, rx: corner, fill: '#0f5c5c' }), ...markParts('#fbfaf7'))
}

/** The parts of the mark on a grid of 64, to stand in another drawing. */
export const markParts = (colour: string) => [shape(letter, colour), shape(beam, '#f0b45f')]

/** The mark alone in one colour, `currentColor` unless said. */
export function drawMark(colour = 'currentColor'): string {
  return mark(shape(beam + letter, colour))
}

const mark = (...parts: string[]) => el('svg', { xmlns: 'http://www.w3.org/2000/svg', viewBox: '0 0 64 64' }, ...parts)
