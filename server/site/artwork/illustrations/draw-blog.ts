import { motifOf } from '#server/site/artwork/motifs/motif-of.ts'
import { mix, paper, schemeOf, shade } from '#server/site/artwork/palette.ts'
import { type SeededRandom, seededRandom } from '#server/site/artwork/seeded-random.ts'
import { document, inset, polygon, rect } from '#server/site/artwork/svg.ts'

type Box = { x: number; y: number; width: number; height: number }

const across: Box = { x: 148, y: 92, width: 344, height: 164 }
const beside: Box = { x: 148, y: 92, width: 160, height: 252 }
const below: Box = { x: 332, y: 176, width: 160, height: 224 }

/** Draws a printed page with the motif of the category as its picture. */
export function drawBlog(id: number, category: string): string {
  const random = seededRandom(`blog ${id} ${category}`)
  const colours = schemeOf(id)
  const picture = schemeOf(id + 3)
  const window = [across, beside, below][id % 3] ?? across
  return document(
    640,
    400,
    rect(0, 0, 640, 400, colours.ground),
    polygon(
      [
        [110, 52],
        [530, 52],
        [640, 162],
        [640, 400],
        [110, 400],
      ],
      shade(colours.ground, 0.2),
    ),
    rect(110, 52, 420, 348, paper),
    inset(window, '60 0 520 400', rect(0, 0, 640, 400, picture.ground), motifOf(category)(random, picture, id)),
    words(random, window),
  )
}

/** Draws the headline as bars and the text as lines, laid out around the picture. */
function words(random: SeededRandom, window: Box): string {
  const ink = '#1f3238'
  const pale = mix(ink, paper, 0.6)
  const headline = (x: number, y: number, widths: number[]) =>
    widths.map((width, line) => rect(x, y + line * 24, width, 14, ink)).join('')
  const column = (x: number, y: number, width: number, count: number) =>
    Array.from({ length: count }, (_, line) =>
      rect(x, y + line * 15, line % 6 === 5 ? width * random.between(0.35, 0.7) : width, 4, pale),
    ).join('')
  if (window === across) {
    return headline(148, 278, [344, random.between(170, 280)]) + column(148, 340, 160, 5) + column(332, 340, 160, 5)
  }
  if (window === beside) {
    return headline(332, 92, [160, 160, random.between(70, 130)]) + column(332, 180, 160, 15) + column(148, 360, 160, 3)
  }
  return headline(148, 92, [344, 344, random.between(120, 260)]) + column(148, 180, 160, 15)
}
