import { Font } from '@react-pdf/renderer'
import { documentWeights, fontFamilies, fontFile } from '../fonts.ts'

for (const family of fontFamilies) {
  Font.register({ family, fonts: documentWeights.map((fontWeight) => ({ src: fontFile(family, fontWeight), fontWeight })) })
}
// Breaks only words longer than a line, so that numbers and ids stay whole.
Font.registerHyphenationCallback((word) => word.match(/.{1,28}/gsu) ?? [word])

/** Fallback order: each character uses the first font that has it. */
export const fontFamily: string[] = fontFamilies
