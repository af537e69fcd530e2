/** The colours of one drawing: a background, three main colours and an accent. */
export interface Scheme {
  ground: string
  /** Low contrast with the ground, for the background. */
  far: string
  mid: string
  /** Highest contrast with the ground. */
  near: string
  accent: string
}

export const paper = '#f7efdf'

// Every ground differs from the site's light (#fbfaf7) and dark (#12171b) page colours.
const schemes: [Scheme, ...Scheme[]] = [
  { ground: '#0f4f4f', far: '#186362', mid: '#5aa79e', near: '#f3e6cc', accent: '#e5983a' },
  { ground: '#ecdfc6', far: '#dccaa6', mid: '#1d6f6c', near: '#17343a', accent: '#cf5f2a' },
  { ground: '#22343d', far: '#2f4550', mid: '#4f928c', near: '#efe2c6', accent: '#e0913a' },
  { ground: '#e0a24e', far: '#cf8a34', mid: '#f7e3bd', near: '#123f42', accent: '#a8432a' },
  { ground: '#c9ddd6', far: '#abcbc2', mid: '#1d6f6c', near: '#17343a', accent: '#d9822b' },
  { ground: '#a84a2c', far: '#923d22', mid: '#e3a87f', near: '#f7ead3', accent: '#123f42' },
]

/** Returns the scheme of a number; consecutive numbers get different schemes. */
export function schemeOf(number: number): Scheme {
  return schemes[number % schemes.length] ?? schemes[0]
}

/** Mixes a share (0 to 1) of `toward` into `colour`; both are #rrggbb. */
export function mix(colour: string, toward: string, share: number): string {
  const channel = (from: number) => {
    const a = Number.parseInt(colour.slice(from, from + 2), 16)
    const b = Number.parseInt(toward.slice(from, from + 2), 16)
    return Math.round(a + (b - a) * share)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${channel(1)}${channel(3)}${channel(5)}`
}

export const shade = (colour: string, share: number) => mix(colour, '#0b1a1e', share)
