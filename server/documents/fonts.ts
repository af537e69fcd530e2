import { createRequire } from 'node:module'
import { Font } from '@react-pdf/renderer'

const require = createRequire(import.meta.url)
const weights = [400, 600, 700] as const

// The subsets of one family are files of their own: ₹ stands in latin-ext. A name may be written in Devanagari.
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
// Numbers and ids are never broken; only what no line could hold is.
Font.registerHyphenationCallback((word) => word.match(/.{1,28}/gsu) ?? [word])

/** For each character the first of these that has it. */
export const fontFamily = Object.keys(files)
