import { createRequire } from 'node:module'
import { Font } from '@react-pdf/renderer'

const require = createRequire(import.meta.url)
const weights = [400, 600, 700] as const

// Each subset of a family is a separate file: latin-ext contains ₹. Names may be in Devanagari.
const files = {
  'Bricolage Latin': '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin',
  'Bricolage Extended': '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-ext',
  'Bricolage Vietnamese': '@fontsource/bricolage-grotesque/files/bricolage-grotesque-vietnamese',
  'Noto Devanagari': '@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari',
}
for (const [family, file] of Object.entries(files)) {
  Font.register({
    family,
    fonts: weights.map((fontWeight) => ({ src: require.resolve(`${file}-${fontWeight}-normal.woff`), fontWeight })),
  })
}
// Breaks only words longer than a line, so that numbers and ids stay whole.
Font.registerHyphenationCallback((word) => word.match(/.{1,28}/gsu) ?? [word])

/** Fallback order: each character uses the first font that has it. */
export const fontFamily = Object.keys(files)
