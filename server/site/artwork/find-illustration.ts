import { row, type Statement, statement } from '#server/platform/db/query.ts'
import type { Visitor } from '#server/platform/auth/principal.ts'
import type { Deps } from '#server/deps.ts'
import { type ArtKind, type ArtSubject, artKinds } from './draw-art.ts'

type Found = Pick<ArtSubject, 'id' | 'category' | 'name'>

const subjectQueries: Record<ArtKind, Statement<Found>> = {
  course: statement('art_of_course', `select id, category from courses where id = $1`),
  blog: statement('art_of_blog', `select id, category from blogs where id = $1`),
  project: statement('art_of_project', `select id, category from projects where id = $1`),
  // Policies share the page and the image address of services.
  service: statement('art_of_service', `select id, title as name from utility_items where id = $1 and utils_type <> 'RES'`),
  resource: statement('art_of_resource', `select id from utility_items where id = $1 and utils_type = 'RES'`),
  company: statement('art_of_company', `select id, name from companies where id = $1`),
  instructor: statement('art_of_instructor', `select id, name from instructors where id = $1`),
}

/** Returns the subject of an illustration; undefined when kind or id is unknown. */
export async function findIllustration(
  deps: Pick<Deps, 'db'>,
  _visitor: Visitor,
  { kind, id }: { kind: string; id: number },
): Promise<ArtSubject | undefined> {
  const known = artKinds.find((any) => any === kind)
  if (!known) return undefined
  const found = await row(deps.db, subjectQueries[known], [id])
  return found && { kind: known, ...found }
}
