import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Font } from 'fontkit'

const require = createRequire(import.meta.url)
const site = '@fontsource/bricolage-grotesque/files/bricolage-grotesque'
const noto = (script: string) => `@fontsource/noto-sans-${script}/files/noto-sans-${script}-${script}`

/**
 * Fonts of documents and pictures by family: the site's font, of which latin-ext contains ₹, and one for each script in which names
 * are written in India. A letter uses the first font that has it. Noto's fonts for Gurmukhi, Malayalam and Telugu make fontkit 2.0.4
 * fail (foliojs/fontkit#367).
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
export function fontFile(family: FontFamily, weight: number): string {
  // fontkit can't read the outlines of this file of the package.
  const available = family === 'Noto Devanagari' && weight === 500 ? 400 : weight
  return require.resolve(`${fonts[family]}-${available}-normal.woff`)
}

const opened = new Map<string, Font>()

export function openFont(family: FontFamily, weight: number): Font {
  const file = fontFile(family, weight)
  const known = opened.get(file)
  if (known) return known
  // With its first font, because a start without fontkit is quicker.
  const { create } = require('fontkit') as typeof import('fontkit')
  const font = create(readFileSync(file))
  if (!('layout' in font)) throw new Error(`${file} is a font collection`)
  opened.set(file, font)
  return font
}

/** A piece of a text that one font shows. `font` is undefined for letters that no font has. */
export interface Run {
  font: Font | undefined
  text: string
}

/**
 * Breaks a text into runs. Blanks, marks and joiners stay in the run before them, so that words and clusters stay whole, and go
 * unseen where no font has them.
 */
export function runsOf(text: string, weight: number): Run[] {
  const runs: Run[] = []
  for (const letter of text.normalize('NFC')) {
    const last = runs.at(-1)
    const stays = follower.test(letter) && last?.font && hasLetter(last.font, letter)
    const font = stays ? last.font : fontOf(letter, weight)
    if (!font && invisible.test(letter)) continue
    if (last && last.font === font) last.text += letter
    else runs.push({ font, text: letter })
  }
  return runs
}

const invisible = /[\p{White_Space}\p{Default_Ignorable_Code_Point}]/u
const follower = /[\p{White_Space}\p{M}\p{Default_Ignorable_Code_Point}]/u

const hasLetter = (font: Font, letter: string): boolean => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)

function fontOf(letter: string, weight: number): Font | undefined {
  for (const family of fontFamilies) {
    const font = openFont(family, weight)
    if (hasLetter(font, letter)) return font
  }
  return undefined
}

/** Whether fontkit sets a run. It fails on some sequences of marks that no word has. */
function isPrintableRun({ font, text }: Run): boolean {
  try {
    return font !== undefined && font.layout(text).glyphs.length > 0
  } catch {
    return false
  }
}

export const documentWeights = [400, 600, 700] as const

/** Whether documents show each letter of a text. */
export const isPrintable = (text: string): boolean =>
  documentWeights.every((weight) => runsOf(text, weight).every(isPrintableRun))

/** Returns the text with a question mark for each letter that can't be shown. Without it the PDF would show other letters. */
export const printableText = (text: string, weights: readonly number[] = documentWeights): string =>
  // No font has line breaks and tabs, which layouts read.
  text
    .split(/([\n\r\t]+)/)
    .map((part, index) => (index % 2 === 1 ? part : weights.reduce(replaceUnprintable, part)))
    .join('')

const replaceUnprintable = (text: string, weight: number): string =>
  runsOf(text, weight)
    .map((run) => (isPrintableRun(run) ? run.text : run.text.replaceAll(/\P{White_Space}/gu, '?')))
    .join('')
