import type { Substitute } from '#contract/classes/staff/sessions.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { rows, statement } from '#server/platform/db/query.ts'
import { notFound } from '#server/platform/errors/errors.ts'
import type { Deps } from '#server/deps.ts'
import { isHeldDuring } from './class-clashes.ts'

const substitutesOfSession = statement<Substitute>(
  'substitutes_of_session',
  `select i.id, i.name, i.background, o.busy
   from class_sessions s cross join instructors i
   cross join lateral (
     select string_agg('batch ' || o.batch_id || ', ' || c.title, '; ' order by o.batch_id) as busy
     from numbered_sessions o join batches b on b.id = o.batch_id join courses c on c.id = b.course_id
     where ${isHeldDuring('o', 's')}
       and o.id <> s.id and o.state <> 'cancelled' and b.cancelled_at is null and o.teacher_id = i.id) o
   where s.id = $1 and not i.archived
   order by o.busy is not null, folded(i.name), i.id`,
)

/** Returns the instructors who could teach a class, the free ones first. @throws HttpError 404 */
export async function listSubstitutes({ db }: Pick<Deps, 'db'>, _staff: Staff, { id }: { id: number }): Promise<Substitute[]> {
  const found = await rows(db, substitutesOfSession, [id])
  if (found.length === 0) throw notFound()
  return found
}
