import { motifOf } from '../motifs/motif-of.ts'
import { schemeOf } from '../palette.ts'
import { seededRandom } from '../seeded-random.ts'
import { document, rect } from '../svg.ts'

/** Draws the motif of the category at full size. */
export function drawCourse(id: number, category: string): string {
  const random = seededRandom(`course ${id} ${category}`)
  const colours = schemeOf(id)
  return document(640, 400, rect(0, 0, 640, 400, colours.ground), motifOf(category)(random, colours, id))
}
