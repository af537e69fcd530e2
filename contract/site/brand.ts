import type { SchoolSettings } from './content.ts'

/** Colours of one theme as `#rrggbb`, made of the school's own colour. */
export interface Shades {
  /** Buttons and links. */
  accent: string
  /** A button below the pointer. */
  strong: string
  /** The ground of what is chosen. */
  soft: string
  /** Text on a button. */
  onAccent: string
}

/** The contrast of text that WCAG 2.2 AA asks for. */
export const leastContrast = 4.5

/** The grounds that text in the accent colour stands on, as in `ui/theme.css` and `console/console.css`. */
export const grounds = {
  light: ['#ffffff', '#fbfaf7', '#f3f1ea', '#f6f4ee', '#ece8dd'],
  dark: ['#12171b', '#1a2126', '#0d1114', '#151b20', '#0f1417', '#1d252b'],
} as const
const black = '#000000'
const white = '#ffffff'

const channelsOf = (colour: string) => [1, 3, 5].map((from) => Number.parseInt(colour.slice(from, from + 2), 16))

/** Mixes a share (0 to 1) of `toward` into `colour`; both are `#rrggbb`. */
export function mixColours(colour: string, toward: string, share: number): string {
  const end = channelsOf(toward)
  const mixed = channelsOf(colour).map((from, at) => Math.round(from + ((end[at] ?? from) - from) * share))
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

/** The contrast of two colours, 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrastOf(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((channel) => {
    const value = channel / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/**
 * The shades of a colour (`#rrggbb`) in both themes. Each keeps the hue and is as near to the colour as a contrast of 4.5 allows: with
 * its text, and as text on each ground of the theme.
 */
export function shadesOf(colour: string): { light: Shades; dark: Shades } {
  return {
    light: fit(colour, black, (accent) => ({
      accent,
      strong: mixColours(accent, black, 0.25),
      soft: mixColours(colour, white, 0.9),
      onAccent: white,
    })),
    dark: fit(colour, white, (accent) => ({
      accent,
      strong: mixColours(accent, white, 0.3),
      soft: mixColours(accent, grounds.dark[0], 0.85),
      onAccent: mixColours(accent, black, 0.85),
    })),
  }
}

function fit(colour: string, toward: typeof black | typeof white, shadesFrom: (accent: string) => Shades): Shades {
  const fixed = toward === black ? grounds.light : grounds.dark
  const passes = ({ accent, soft, onAccent }: Shades) =>
    [...fixed, soft, onAccent].every((ground) => contrastOf(accent, ground) >= leastContrast)
  for (let share = 0; share < 1; share += 0.01) {
    const shades = shadesFrom(mixColours(colour, toward, share))
    if (passes(shades)) return shades
  }
  return shadesFrom(toward)
}

/** The rules that put a school's colour in place of the product's, for the pages of both themes. Empty without a colour. */
export function themeStyle(accent: string | null): string {
  if (accent === null) return ''
  const { light, dark } = shadesOf(accent)
  // The selector outranks that of the style sheet, whichever comes first.
  const rule = ({ accent: own, strong, soft, onAccent }: Shades) =>
    `html:root{--accent:${own};--accent-strong:${strong};--accent-soft:${soft};--on-accent:${onAccent}}`
  // A certificate is light in both themes.
  const sheet = `html:root{--sheet-accent:${light.accent};--sheet-beam:${mixColours(light.accent, white, 0.5)}}`
  return `${rule(light)}${sheet}@media (prefers-color-scheme:dark){${rule(dark)}}`
}

/** The school's name as it is drawn beside its mark. */
export const wordmarkOf = ({ brand, wordmark }: Pick<SchoolSettings, 'brand' | 'wordmark'>): string => wordmark || brand

type Drawn = Pick<SchoolSettings, 'brand' | 'wordmark' | 'accent' | 'mark' | 'logo'>

/** Changes with what the mark and the share pictures show of the brand. Empty for a school that has only its name. */
export function brandVersion({ brand, wordmark, accent, mark, logo }: Drawn): string {
  if (!wordmark && accent === null && mark === null && logo === null) return ''
  let hash = 0x811c9dc5
  for (const letter of JSON.stringify([brand, wordmark, accent, mark, logo]))
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0).toString(36)
}

/** The address of the school's mark. Browsers keep a picture by its address, so it changes with the brand. */
export function markPath(site: Drawn): string {
  const version = brandVersion(site)
  return version ? `/favicon.svg?v=${version}` : '/favicon.svg'
}

/** The address of the drawn seal. */
export function sealPath(site: Drawn): string {
  return markPath(site).replace('/favicon.svg', '/media/brand/seal.svg')
}

/** The path of a picture of the library in its smallest width, which a header needs. */
export const smallPicture = (path: string): string => `${path.slice(0, path.lastIndexOf('/') + 1)}480.webp`
