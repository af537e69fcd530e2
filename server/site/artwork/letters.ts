import { at, el } from './svg.ts'

// Strokes on a grid 8 wide and 10 high, so that initials need no font.
const strokes: Record<string, string> = {
  A: 'M0 10L4 0L8 10M1.6 6.4H6.4',
  B: 'M1 0V10M1 0H4.4A2.4 2.4 0 0 1 4.4 4.8H1M4.6 4.8A2.6 2.6 0 0 1 4.6 10H1',
  C: 'M7.6 2.2A4.4 5 0 1 0 7.6 7.8',
  D: 'M1 0V10H3.4A4.6 5 0 0 0 3.4 0Z',
  E: 'M7 0H1V10H7M1 4.9H6',
  F: 'M7 0H1V10M1 4.9H6',
  G: 'M7.4 2A4.4 5 0 1 0 8 7.4V5.4H4.8',
  H: 'M1 0V10M7.4 0V10M1 4.9H7.4',
  I: 'M1 0V10',
  J: 'M6 0V6.8A2.8 3.2 0 0 1 0.6 7.6',
  K: 'M1 0V10M7.4 0L1 6M3.6 3.6L7.8 10',
  L: 'M1 0V10H7',
  M: 'M0 10V0L4 6.6L8 0V10',
  N: 'M0.8 10V0L7.4 10V0',
  O: 'M4 0A4.4 5 0 1 0 4 10A4.4 5 0 1 0 4 0Z',
  P: 'M1 10V0H4.6A2.8 2.8 0 0 1 4.6 5.6H1',
  Q: 'M4 0A4.4 5 0 1 0 4 10A4.4 5 0 1 0 4 0ZM4.8 6.8L8 10.4',
  R: 'M1 10V0H4.6A2.7 2.7 0 0 1 4.6 5.4H1M4.2 5.4L7.6 10',
  S: 'M7 1.8C6.2 -0.4 1 -0.6 1 2.6C1 6 7.4 4 7.4 7.3C7.4 10.8 1.6 10.6 0.6 8',
  T: 'M0 0H8M4 0V10',
  U: 'M0.8 0V6.2A3.3 3.8 0 0 0 7.4 6.2V0',
  V: 'M0 0L4 10L8 0',
  W: 'M-0.6 0L2 10L4 3.4L6 10L8.6 0',
  X: 'M0.4 0L7.6 10M7.6 0L0.4 10',
  Y: 'M0 0L4 5L8 0M4 5V10',
  Z: 'M0.8 0H7.4L0.8 10H7.6',
}

const spacing = 3.6

/** Returns the first letters of the first two words, Latin letters only, so a name can't inject markup. */
export function initialsOf(name: string): string {
  const words =
    name
      .normalize('NFD')
      .toUpperCase()
      .match(/[A-Z]+/g) ?? []
  return words
    .slice(0, 2)
    .map((word) => word.charAt(0))
    .join('')
}

/**
 * Draws letters centred on `x`, `y`.
 * @param height letter height in units of the drawing
 */
export function drawLetters(letters: string, x: number, y: number, height: number, colour: string): string {
  const scale = height / 10
  const widthOf = (letter: string) => (letter === 'I' ? 2 : 8)
  let width = -spacing
  const d = [...letters].map((letter) => {
    const x = width + spacing
    width = x + widthOf(letter)
    return el('path', { d: strokes[letter] ?? '', transform: `translate(${at(x, 0)})` })
  })
  return el(
    'g',
    {
      transform: `translate(${at(x - (width * scale) / 2, y - height / 2)}) scale(${scale})`,
      fill: 'none',
      stroke: colour,
      'stroke-width': 1.7,
      'stroke-linejoin': 'round',
    },
    ...d,
  )
}
