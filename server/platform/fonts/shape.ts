import { readFileSync } from 'node:fs'
import { Blob, Buffer as ShapedBuffer, ClusterLevel, Direction, Face, Font, shape as shapeBuffer } from 'harfbuzzjs'
import { sfntOf } from './woff.ts'

export interface OpenFont {
  font: Font
  letters: Set<number>
  unitsPerEm: number
}

const opened = new Map<string, OpenFont>()

/** @param file a WOFF 1.0 file */
export function openFontFile(file: string): OpenFont {
  const known = opened.get(file)
  if (known) return known
  const face = new Face(new Blob(sfntOf(readFileSync(file))))
  const font: OpenFont = { font: new Font(face), letters: new Set(face.collectUnicodes()), unitsPerEm: face.upem }
  opened.set(file, font)
  return font
}

/** A glyph in units of the font. It stands at `x` and `y` from where the glyph before it ended. */
export interface ShapedGlyph {
  id: number
  advance: number
  x: number
  y: number
}
/** Glyphs that spell a part of the text together. */
export interface Cluster {
  text: string
  glyphs: ShapedGlyph[]
}

/** Returns a text from left to right, as browsers set it. The text has one font, script and direction. */
export function shape({ font }: OpenFont, text: string, direction: 'ltr' | 'rtl'): Cluster[] {
  const buffer = new ShapedBuffer()
  // Clusters are as small as they can be, so that text copied from a document is right.
  buffer.setClusterLevel(ClusterLevel.MONOTONE_CHARACTERS)
  buffer.addText(text)
  buffer.guessSegmentProperties()
  buffer.setDirection(direction === 'rtl' ? Direction.RTL : Direction.LTR)
  shapeBuffer(font, buffer)
  const places = buffer.getGlyphPositions()
  const clusters = new Map<number, ShapedGlyph[]>()
  for (const [index, { codepoint: id, cluster }] of buffer.getGlyphInfos().entries()) {
    const { xAdvance: advance = 0, xOffset: x = 0, yOffset: y = 0 } = places[index] ?? {}
    const glyphs = clusters.get(cluster) ?? []
    clusters.set(cluster, [...glyphs, { id, advance, x, y }])
  }
  const starts = [...clusters.keys()].toSorted((a, b) => a - b)
  const ends = new Map(starts.map((start, index) => [start, starts[index + 1]]))
  return [...clusters].map(([start, glyphs]) => ({ text: text.slice(start, ends.get(start)), glyphs }))
}
