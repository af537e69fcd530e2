import type { Staff } from '../auth/principal.ts'
import { type Queryable, row, statement } from '../db/query.ts'
import { notFound } from '../errors.ts'
import { isTaughtBy } from '../records/taught-classes.ts'

/** An instructor reads and writes the work of own batches, and a substitute that of the classes that they teach. Null for all. */
export const teacherOf = ({ role, id }: Staff): number | null => (role === 'instructor' ? id : null)

/** The tables of a class `s` with who teaches it: `h` the batch, `i` the class. */
export const classTables = `join batches b on b.id = s.batch_id join courses c on c.id = b.course_id
  join instructors i on i.id = coalesce(s.instructor_id, b.instructor_id) join instructors h on h.id = b.instructor_id`

/** Work of the classes that a person teaches. @param session SQL of the id of a class */
export const ownWork = (session: string) => ({ sql: isTaughtBy(session, '$own'), of: teacherOf })

/** SQL of the number of a class; null when it is cancelled. */
export const numberOfClass = `case when s.state <> 'cancelled'
  then (select v.number from numbered_sessions v where v.batch_id = s.batch_id and v.id = s.id) end`

/** SQL that is true for a submission `s` whose student has handed in again. */
export const isReplaced = (
  submission: string,
) => `exists (select from submissions later where later.exercise_id = ${submission}.exercise_id
  and later.user_id = ${submission}.user_id and later.attempt > ${submission}.attempt)`

// The lock makes a change of the class wait, such as a substitute who takes it over.
const taughtClassOfWork = statement<{ id: number }>(
  'taught_class_of_work',
  `select s.id from class_sessions s ${classTables}
   where s.id = $1 and ($2::integer is null or $2 in (h.staff_id, i.staff_id)) for share of s, b`,
)

/** @throws HttpError 404 for a class that the person does not teach */
export async function findTaughtClass(tx: Queryable, staff: Staff, sessionId: number): Promise<void> {
  if (!(await row(tx, taughtClassOfWork, [sessionId, teacherOf(staff)]))) throw notFound('Class not found.')
}
