import { mixColours, shadesOf } from '#contract/site/brand.ts'

/** The site's colours in its light theme, for mails and documents. */
export const colour = {
  paper: '#fbfaf7',
  sheet: '#ffffff',
  ink: '#1a1f24',
  muted: '#59636b',
  line: '#e4e1d9',
  accent: '#0f5c5c',
  soft: '#e3efee',
  onAccent: '#ffffff',
  /** The bar above the school's name. */
  beam: '#c9701a',
  signal: '#c9701a',
}
const darkColour: typeof colour = {
  paper: '#12171b',
  sheet: '#1a2126',
  ink: '#e9e6df',
  muted: '#a5aeb3',
  line: '#313a40',
  accent: '#5bb5ac',
  soft: '#203234',
  onAccent: '#0d1c1c',
  beam: '#e2a054',
  signal: '#e2a054',
}

/** The colours with the shades of the school's own colour. @param accent `#rrggbb`, null for the product's */
export function brandColours(accent: string | null): { light: typeof colour; dark: typeof colour } {
  if (accent === null) return { light: colour, dark: darkColour }
  const { light, dark } = shadesOf(accent)
  const own = (from: typeof colour, { accent: main, soft, onAccent }: typeof light): typeof colour => ({
    ...from,
    accent: main,
    soft,
    onAccent,
    beam: beamOf(main),
  })
  return { light: own(colour, light), dark: own(darkColour, dark) }
}

/** A tint that stands beside the colour, and on it. */
export const beamOf = (accent: string): string => mixColours(accent, '#ffffff', 0.5)
