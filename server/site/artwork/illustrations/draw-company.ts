import { drawLetters, initialsOf } from '#server/site/artwork/letters.ts'
import { circle, document, el, rect, shape } from '#server/site/artwork/svg.ts'

const faces = [
  { ground: '#e9dcc2', figure: '#0f5c5c', letters: '#fbf6ea' },
  { ground: '#17343a', figure: '#e0a24e', letters: '#17343a' },
  { ground: '#c9ddd6', figure: '#17343a', letters: '#eef6f2' },
  { ground: '#a84a2c', figure: '#f7ead3', letters: '#a84a2c' },
  { ground: '#0f5c5c', figure: '#f3e6cc', letters: '#0f5c5c' },
  { ground: '#efd2a0', figure: '#a8432a', letters: '#fdf4e2' },
] as const

/** Figures behind the initials; each covers the centre. */
const figures: ((fill: string) => string)[] = [
  (fill) => circle(80, 80, 56, fill),
  (fill) => shape('M80 20L132 50V110L80 140L28 110V50Z', fill),
  (fill) => shape('M26 136V80a54 54 0 0 1 108 0V136Z', fill),
  (fill) => shape('M80 16L144 80L80 144L16 80Z', fill),
  (fill) => shape('M24 24H80A56 56 0 0 1 136 80V136H80A56 56 0 0 1 24 80Z', fill),
  (fill) => shape('M24 136V60L80 22L136 60V136Z', fill),
  (fill) =>
    [
      [56, 56],
      [104, 56],
      [56, 104],
      [104, 104],
    ]
      .map(([x, y]) => circle(x ?? 0, y ?? 0, 34, fill))
      .join('') + rect(46, 46, 68, 68, fill),
  (fill) => shape('M24 24H136V80A56 56 0 0 1 24 80Z', fill),
  (fill) => shape('M10 80A86 86 0 0 1 150 80A86 86 0 0 1 10 80Z', fill),
  (fill) => rect(28, 28, 104, 104, fill),
  (fill) => shape('M46 32H148L114 128H12Z', fill),
  (fill) => shape('M26 44a27 27 0 0 1 54 0 27 27 0 0 1 54 0V136H26Z', fill),
]

/** Draws initials on a plain figure. */
export function drawCompany(id: number, name: string): string {
  const face = faces[id % faces.length] ?? faces[0]
  // Coprime steps delay the repetition of a figure with the same colours.
  const figure = figures[(id * 5 + Math.floor(id / figures.length)) % figures.length]
  const letters = initialsOf(name)
  return document(
    160,
    160,
    rect(0, 0, 160, 160, face.ground),
    figure?.(face.figure) ?? '',
    letters
      ? drawLetters(letters, 80, 82, letters.length > 1 ? 34 : 42, face.letters)
      : el('circle', { cx: 80, cy: 80, r: 16, fill: face.letters }),
  )
}
