import { directionOf, inVisualOrder, openFont, printableText, runsOf } from '#server/platform/fonts/fonts.ts'
import { shape } from '#server/platform/fonts/shape.ts'
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
  for (const run of inVisualOrder(runsOf(printableText(text, [weight]), weight))) {
    if (!run.family) continue
    const font = openFont(run.family, weight)
    const scale = size / font.unitsPerEm
    for (const glyph of shape(font, run.text, directionOf(run)).flatMap(({ glyphs }) => glyphs)) {
      const left = width + glyph.x * scale
      const point = (value: number, index: number) => num(index % 2 === 0 ? left + value * scale : -(glyph.y + value) * scale)
      d += font.font
        .glyphToJson(glyph.id)
        .map(({ type, values }) => type + values.map(point).join(' '))
        .join('')
      width += glyph.advance * scale
    }
  }
  return { d, width }
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
