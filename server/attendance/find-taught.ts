import type { Staff } from '../auth/principal.ts'
import { type Queryable, row, statement } from '../db/query.ts'
import { notFound } from '../errors.ts'

/** Whose classes a member of staff sees: an instructor those that they teach. Null for all. */
export const teacherOf = (staff: Staff): number | null => (staff.role === 'instructor' ? staff.id : null)

/**
 * SQL that is true for a class `s` of the batch `b` that the teacher of the parameter may see and mark: all classes of the own
 * batch, and a substitute those that they teach.
 */
export const teaches = (parameter: string) =>
  `(${parameter}::integer is null or exists (
     select from instructors i where i.staff_id = ${parameter} and i.id in (b.instructor_id, s.instructor_id)))`

const taughtBatch = statement<{ whole: boolean; part: boolean }>(
  'taught_batch',
  `select $2::integer is null or exists (select from instructors i where i.id = b.instructor_id and i.staff_id = $2) as whole,
     exists (select from class_sessions s where s.batch_id = b.id and ${teaches('$2')}) as part
   from batches b where b.id = $1`,
)
const taughtClass = statement<{ state: 'ahead' | 'cancelled' | 'begun'; starts_at: Date; ends_at: Date }>(
  'taught_class',
  `select case when s.state = 'cancelled' or s.ends_at > b.cancelled_at then 'cancelled'
     when s.starts_at > app_now() then 'ahead' else 'begun' end as state, s.starts_at, s.ends_at
   from class_sessions s join batches b on b.id = s.batch_id where s.id = $2 and s.batch_id = $1 and ${teaches('$3')}`,
)

/** Returns whether the person sees all classes of a batch. @throws HttpError 404 for a batch where they see none */
export async function findTaughtBatch(db: Queryable, staff: Staff, batchId: number): Promise<{ whole: boolean }> {
  const found = await row(db, taughtBatch, [batchId, teacherOf(staff)])
  if (!found || !(found.whole || found.part)) throw notFound('Batch not found.')
  return { whole: found.whole }
}

/** @throws HttpError 404 for a class that the person does not see */
export async function findTaughtClass(
  db: Queryable,
  staff: Staff,
  { batchId, sessionId }: { batchId: number; sessionId: number },
) {
  const found = await row(db, taughtClass, [batchId, sessionId, teacherOf(staff)])
  if (!found) throw notFound('Class not found.')
  return found
}
