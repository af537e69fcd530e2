import type { Scheme } from '#server/site/artwork/palette.ts'
import type { SeededRandom } from '#server/site/artwork/seeded-random.ts'
import { arcs } from './arcs.ts'
import { loop } from './loop.ts'
import { nodes } from './nodes.ts'
import { planes } from './planes.ts'
import { terraces } from './terraces.ts'

/** Draws on 640 by 400. `form` selects the composition; the details vary with the seed. */
export type Motif = (random: SeededRandom, colours: Scheme, form: number) => string

/** Returns the motif of a category in any case; an unknown one gets the default. */
export function motifOf(category = ''): Motif {
  const words = category.toLowerCase().split(/[^a-z0-9]+/)
  const has = (...terms: string[]) => terms.some((word) => words.includes(word))
  if (has('ai', 'ml', 'data', 'machine')) return nodes
  if (has('devops', 'sre')) return loop
  if (has('cloud')) return arcs
  if (has('stack', 'fullstack', 'web')) return planes
  return terraces
}
