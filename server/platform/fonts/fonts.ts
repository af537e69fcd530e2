import { createRequire } from 'node:module'
import createBidi from 'bidi-js'
import { type OpenFont, openFontFile, shape } from './shape.ts'

const require = createRequire(import.meta.url)
const bidi = createBidi()
const site = '@fontsource/bricolage-grotesque/files/bricolage-grotesque'
const noto = (script: string) => `@fontsource/noto-sans-${script}/files/noto-sans-${script}-${script}`

/**
 * Fonts of documents and pictures by family: the site's font, of which latin-ext contains ₹, and one for each script in which names
 * are written in India. A letter uses the first font that has it.
 */
const fonts = {
  'Bricolage Latin': `${site}-latin`,
  'Bricolage Extended': `${site}-latin-ext`,
  'Bricolage Vietnamese': `${site}-vietnamese`,
  'Noto Devanagari': noto('devanagari'),
  'Noto Bengali': noto('bengali'),
  'Noto Gujarati': noto('gujarati'),
  'Mukta Mahee': '@fontsource/mukta-mahee/files/mukta-mahee-gurmukhi',
  'Noto Kannada': noto('kannada'),
  'Anek Malayalam': '@fontsource/anek-malayalam/files/anek-malayalam-malayalam',
  'Noto Odia': noto('oriya'),
  'Noto Tamil': noto('tamil'),
  'Anek Telugu': '@fontsource/anek-telugu/files/anek-telugu-telugu',
  'Noto Arabic': noto('arabic'),
} as const
export type FontFamily = keyof typeof fonts
export const fontFamilies = Object.keys(fonts) as FontFamily[]

/** @returns the path of a font of one weight */
export const fontFile = (family: FontFamily, weight: number): string => require.resolve(`${fonts[family]}-${weight}-normal.woff`)

export const openFont = (family: FontFamily, weight: number): OpenFont => openFontFile(fontFile(family, weight))

/** A piece of a text that one font shows in one direction. `family` is undefined for letters that no font has. */
export interface Run {
  family: FontFamily | undefined
  /** The embedding level of the Unicode bidirectional algorithm. An odd one is set from right to left. */
  level: number
  text: string
}

export const directionOf = ({ level }: Run): 'ltr' | 'rtl' => (level % 2 === 1 ? 'rtl' : 'ltr')

/**
 * Breaks a text into runs, in the order of the text, as browsers do. Marks and joiners stay in the run before them, so that clusters stay
 * whole. Blanks and joiners that no font has go unseen.
 */
export function runsOf(text: string, weight: number): Run[] {
  const runs: Run[] = []
  const whole = text.normalize('NFC')
  const { levels } = bidi.getEmbeddingLevels(whole, 'ltr')
  let at = 0
  for (const letter of whole) {
    const level = levels[at] ?? 0
    at += letter.length
    const last = runs.at(-1)
    const stays = last?.family && follower.test(letter) && hasLetter(last.family, weight, letter)
    const family = stays ? last.family : familyOf(letter, weight)
    if (!family && invisible.test(letter)) continue
    if (last && last.family === family && last.level === level) last.text += letter
    else runs.push({ family, level, text: letter })
  }
  return runs
}

/** Returns runs from left to right: rule L2 of the Unicode bidirectional algorithm. */
export function inVisualOrder(runs: readonly Run[]): Run[] {
  const ordered = [...runs]
  const highest = Math.max(0, ...runs.map(({ level }) => level))
  for (let level = highest; level > 0; level -= 1) {
    let start = 0
    while (start < ordered.length) {
      let end = start
      while (end < ordered.length && (ordered[end]?.level ?? 0) >= level) end += 1
      ordered.splice(start, end - start, ...ordered.slice(start, end).toReversed())
      start = end + 1
    }
  }
  return ordered
}

const invisible = /[\p{White_Space}\p{Default_Ignorable_Code_Point}]/u
const follower = /[\p{M}\p{Default_Ignorable_Code_Point}]/u

const hasLetter = (family: FontFamily, weight: number, letter: string): boolean =>
  openFont(family, weight).letters.has(letter.codePointAt(0) ?? 0)

const familyOf = (letter: string, weight: number): FontFamily | undefined =>
  fontFamilies.find((family) => hasLetter(family, weight, letter))

/** The circle that stands for the missing letter of a mark. */
const dottedCircle = '\u25cc'

/** Whether the font has every glyph of a run, and every mark a letter. */
function isPrintableRun(run: Run, weight: number): boolean {
  if (!run.family) return false
  const font = openFont(run.family, weight)
  const circle = run.text.includes(dottedCircle) ? undefined : font.font.nominalGlyph(dottedCircle.codePointAt(0) ?? 0)
  return shape(font, run.text, directionOf(run)).every(({ glyphs }) => glyphs.every(({ id }) => id !== 0 && id !== circle))
}

export const documentWeights = [400, 600, 700] as const

/** Whether documents show each letter of a text. */
export const isPrintable = (text: string): boolean =>
  documentWeights.every((weight) => runsOf(text, weight).every((run) => isPrintableRun(run, weight)))

/** Returns the text with a question mark for each letter that can't be shown. Without it the PDF would show other letters. */
export const printableText = (text: string, weights: readonly number[] = documentWeights): string =>
  // No font has line breaks and tabs, which layouts read.
  text
    .split(/([\n\r\t]+)/)
    .map((part, index) => (index % 2 === 1 ? part : weights.reduce(replaceUnprintable, part)))
    .join('')

const replaceUnprintable = (text: string, weight: number): string =>
  runsOf(text, weight)
    .map((run) => (isPrintableRun(run, weight) ? run.text : run.text.replaceAll(/\P{White_Space}/gu, '?')))
    .join('')
