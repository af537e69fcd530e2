import { Font } from '@react-pdf/renderer'
import { documentWeights, type FontFamily, fontFamilies, fontFile, openFont } from '#server/platform/fonts/fonts.ts'
import { type Cluster, shape } from '#server/platform/fonts/shape.ts'
import type { DrawnGlyph } from './draw-glyphs.ts'

for (const family of fontFamilies) {
  Font.register({ family, fonts: documentWeights.map((fontWeight) => ({ src: fontFile(family, fontWeight), fontWeight })) })
}
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const longestPart = 28
// Breaks only words longer than a line, so that numbers and ids stay whole, and between letters as people see them.
Font.registerHyphenationCallback((word) => {
  const letters = [...graphemes.segment(word)].map(({ segment }) => segment)
  return letters.length <= longestPart
    ? [word]
    : Array.from({ length: Math.ceil(letters.length / longestPart) }, (_, part) =>
        letters.slice(part * longestPart, (part + 1) * longestPart).join(''),
      )
})

/** The site's fonts, for a text without a letter of another script. */
export const fontFamily: string[] = fontFamilies.slice(0, 3)

/**
 * Lets HarfBuzz set the text of every font. The library sets it with fontkit 2.0.4, which takes other glyphs than browsers for some
 * words of Indian scripts, and places the marks of Arabic for the other direction. The library also loses glyphs at the beginning of a
 * line when a letter has several, so that each cluster is one glyph for it, which `draw-glyphs.ts` takes apart.
 */
async function useHarfBuzz(family: FontFamily, fontWeight: (typeof documentWeights)[number]): Promise<void> {
  await Font.load({ fontFamily: family, fontWeight })
  const font = Font.getFont({ fontFamily: family, fontWeight }).data
  if (!font || !('getGlyph' in font)) throw new Error(`${family} is not loaded`)
  const shaped = openFont(family, fontWeight)
  font.layout = (text: string) => {
    const direction = rightToLeft.test(text) ? 'rtl' : 'ltr'
    const clusters = shape(shaped, text, direction)
    // The library asks for the order of the text, and turns it itself.
    const ordered = (direction === 'rtl' ? clusters.toReversed() : clusters).map((cluster) =>
      glyphOf(font.getGlyph(cluster.glyphs[0]?.id ?? 0, []), cluster),
    )
    return {
      glyphs: ordered,
      positions: ordered.map(({ advanceWidth }) => ({ xAdvance: advanceWidth, yAdvance: 0, xOffset: 0, yOffset: 0 })),
    }
  }
}

function glyphOf(first: object, { text, glyphs }: Cluster): DrawnGlyph {
  const codePoints = [...text].map((letter) => letter.codePointAt(0) ?? 0)
  const advanceWidth = glyphs.reduce((sum, { advance }) => sum + advance, 0)
  const drawn: DrawnGlyph = Object.create(first)
  return Object.defineProperties(drawn, {
    codePoints: { value: codePoints },
    advanceWidth: { value: advanceWidth },
    parts: { value: glyphs },
  })
}

// A run has one direction. Digits in a text of Arabic are a run of their own.
const rightToLeft = /\p{Script=Arabic}/u

let loading: Promise<unknown> | undefined
/** Reads the fonts, once. */
export const loadFonts = (): Promise<unknown> =>
  (loading ??= Promise.all(fontFamilies.flatMap((family) => documentWeights.map((weight) => useHarfBuzz(family, weight)))))
