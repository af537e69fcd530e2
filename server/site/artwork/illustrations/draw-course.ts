import { motifOf } from '#server/site/artwork/motifs/motif-of.ts'
import { schemeOf } from '#server/site/artwork/palette.ts'
import { seededRandom } from '#server/site/artwork/seeded-random.ts'
import { document, rect } from '#server/site/artwork/svg.ts'

/** Draws the motif of the category at full size. */
export function drawCourse(id: number, category: string): string {
  const random = seededRandom(`course ${id} ${category}`)
  const colours = schemeOf(id)
  return document(640, 400, rect(0, 0, 640, 400, colours.ground), motifOf(category)(random, colours, id))
}
