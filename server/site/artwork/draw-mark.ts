import { setLine } from '#server/site/artwork/cards/set-type.ts'
import { el, group, shape } from './svg.ts'

/** The colours of the mark. */
const tile = '#0f5c5c'
const paper = '#fbfaf7'
const gold = '#f0b45f'

// The letter hangs from a headline, as letters of Devanagari do.
const beam = 'M8 12H56V20H8Z'
/** Where the letter stands on the grid of 64. */
const box = { top: 20, width: 42, height: 35 }

/** Returns a school's mark on a tile, for icons from 16 pixels. */
export function drawTile(brand: string, corner = 14): string {
  return el(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', viewBox: '0 0 64 64' },
    el('rect', { width: 64, height: 64, rx: corner, fill: tile }),
    ...markParts(brand, paper),
  )
}

/** Returns the parts of the mark on a grid of 64, for use in another drawing: the first letter of the school's name below a beam. */
export function markParts(brand: string, colour: string): string[] {
  return [drawLetter(firstLetterOf(brand), colour), shape(beam, gold)]
}

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
