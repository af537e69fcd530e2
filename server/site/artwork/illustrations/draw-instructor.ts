import { drawLetters, initialsOf } from '#server/site/artwork/letters.ts'
import { circle, document, rect, ring, shape } from '#server/site/artwork/svg.ts'

const faces = [
  { ground: '#0f5c5c', sun: '#e0a24e', near: '#186362', letters: '#f7efdf' },
  { ground: '#ecdfc6', sun: '#cf5f2a', near: '#dccaa6', letters: '#17343a' },
  { ground: '#22343d', sun: '#e0913a', near: '#2f4550', letters: '#efe2c6' },
  { ground: '#c9ddd6', sun: '#d9822b', near: '#abcbc2', letters: '#17343a' },
  { ground: '#a84a2c', sun: '#f0b45f', near: '#923d22', letters: '#f7ead3' },
] as const

/** Hills below the sun, so that neighbours differ in shape and not in colour alone. */
const hills = [
  'M0 160V118Q40 84 80 108T160 96V160Z',
  'M0 160V104Q52 132 92 106T160 118V160Z',
  'M0 160V122L48 92L88 120L128 88L160 112V160Z',
  'M0 160V110A80 60 0 0 1 160 110V160Z',
] as const

/** Draws initials before a sun and hills, in place of a portrait. */
export function drawInstructor(id: number, name: string): string {
  const face = faces[id % faces.length] ?? faces[0]
  const [x, y] = [
    [122, 40],
    [38, 38],
    [80, 34],
    [120, 58],
  ][id % 4] ?? [122, 40]
  const letters = initialsOf(name)
  return document(
    160,
    160,
    rect(0, 0, 160, 160, face.ground),
    circle(x ?? 0, y ?? 0, 22, face.sun),
    ring(x ?? 0, y ?? 0, 32, face.near, 3),
    shape(hills[(id * 3 + Math.floor(id / 20)) % hills.length] ?? hills[0], face.near),
    letters ? drawLetters(letters, 80, 94, letters.length > 1 ? 46 : 54, face.letters) : circle(80, 96, 20, face.letters),
  )
}
