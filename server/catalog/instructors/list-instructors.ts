import type { Instructor } from '#contract/catalog/catalog.ts'
import { rows, statement } from '#server/platform/db/query.ts'
import type { Visitor } from '#server/platform/auth/principal.ts'
import type { Deps } from '#server/deps.ts'
import { helloSql } from '#server/catalog/instructors/hello/hello-sql.ts'
import { shownToVisitors } from '#server/catalog/offers/batch-offer.ts'

const teaches = `exists (select 1 from batches b join courses c on c.id = b.course_id
  where b.instructor_id = i.id and c.published and ${shownToVisitors}`
const columns = `i.id, i.name, i.bio, i.background, i.languages, i.links, ${helloSql('i')} as hello,
  coalesce(i.portrait, 'media/art/instructor/' || i.id || '.svg') as portrait`

const currentInstructors = statement<Instructor>(
  'current_instructors',
  `select ${columns} from instructors i where ${teaches}) order by i.id limit 24`,
)
/** The instructors of a course's batches. */
export const instructorsOfCourse = statement<Instructor>(
  'instructors_of_course',
  `select ${columns} from instructors i where ${teaches} and c.id = $1) order by i.id`,
)

/** Returns the first instructors who have a batch that visitors see. */
export function listInstructors(deps: Deps, _visitor: Visitor): Promise<Instructor[]> {
  return rows(deps.db, currentInstructors)
}
