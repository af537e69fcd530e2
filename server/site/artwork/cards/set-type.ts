import { directionOf, inVisualOrder, openFont, printableText, runsOf } from '#server/platform/fonts/fonts.ts'
import { type Cluster, type OpenFont, shape, type ShapedGlyph } from '#server/platform/fonts/shape.ts'
import { num } from '#server/site/artwork/svg.ts'

export type Weight = 500 | 700 | 800

/** Text as outlines, so that rendering the drawing needs no font. */
export interface SetLine {
  d: string
  width: number
}

/**
 * Returns the outlines of a line of text with its baseline at 0. A question mark stands for a letter that no font has.
 * @param size font size in pixels
 */
export function setLine(text: string, size: number, weight: Weight): SetLine {
  let width = 0
  let d = ''
  for (const { font, clusters } of setRuns(text, weight)) {
    const glyphs = clusters.flatMap((cluster) => cluster.glyphs)
    d += outlineOf(font, glyphs, size, width)
    width += widthOf(font, glyphs, size)
  }
  return { d, width }
}

/** Returns the letters of a line one by one, each with its middle and its baseline at 0. @param size font size in pixels */
export function setLetters(text: string, size: number, weight: Weight): SetLine[] {
  return setRuns(text, weight).flatMap(({ font, clusters }) =>
    clusters.map(({ glyphs }) => {
      const width = widthOf(font, glyphs, size)
      return { d: outlineOf(font, glyphs, size, -width / 2), width }
    }),
  )
}

function setRuns(text: string, weight: Weight): { font: OpenFont; clusters: Cluster[] }[] {
  return inVisualOrder(runsOf(printableText(text, [weight]), weight)).flatMap((run) => {
    if (!run.family) return []
    const font = openFont(run.family, weight)
    return [{ font, clusters: shape(font, run.text, directionOf(run)) }]
  })
}

const widthOf = ({ unitsPerEm }: OpenFont, glyphs: readonly ShapedGlyph[], size: number) =>
  (glyphs.reduce((sum, { advance }) => sum + advance, 0) * size) / unitsPerEm

function outlineOf({ font, unitsPerEm }: OpenFont, glyphs: readonly ShapedGlyph[], size: number, start: number): string {
  const scale = size / unitsPerEm
  let end = start
  let d = ''
  for (const glyph of glyphs) {
    const left = end + glyph.x * scale
    const point = (value: number, index: number) => num(index % 2 === 0 ? left + value * scale : -(glyph.y + value) * scale)
    d += font
      .glyphToJson(glyph.id)
      .map(({ type, values }) => type + values.map(point).join(' '))
      .join('')
    end += glyph.advance * scale
  }
  return d
}

/** Breaks text at words into at most `lines` lines of `width` pixels; a longer text ends in an ellipsis. */
export function breakLines(text: string, size: number, weight: Weight, width: number, lines: number): string[] {
  const fits = (line: string) => setLine(line, size, weight).width <= width
  const set: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    const longer = line ? `${line} ${word}` : word
    if (line === '' || fits(longer)) {
      line = longer
      continue
    }
    set.push(line)
    line = word
  }
  set.push(line)
  const shown = set.slice(0, lines)
  return shown.map((one, index) => {
    const cut = index === lines - 1 && set.length > lines
    if (!cut && fits(one)) return one
    let short = one
    while (short && !fits(`${short}…`)) short = short.slice(0, -1).trimEnd()
    return `${short}…`
  })
}
