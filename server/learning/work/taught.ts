import type { Staff } from '#server/platform/auth/principal.ts'
import { seesClass, teacherOf } from '#server/classes/sessions/taught-classes.ts'
import { type Queryable, row, statement } from '#server/platform/db/query.ts'
import { notFound } from '#server/platform/errors/errors.ts'

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
  `select n.id from numbered_sessions n where n.id = $1 and ${seesClass('n', '$2')} for share of n`,
)

/** @throws HttpError 404 for a class that the person does not teach */
export async function findTaughtClass(tx: Queryable, staff: Staff, sessionId: number): Promise<void> {
  if (!(await row(tx, taughtClassOfWork, [sessionId, teacherOf(staff, 'work:write')]))) throw notFound('Class not found.')
}
