import type { SessionOutcome } from '#contract/classes/staff/sessions.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { one, type Queryable, row, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { invalid } from '#server/platform/errors/errors.ts'
import { changeClass, type ClassTarget, refuseUnlessAhead } from './change-class.ts'

const instructorOfBatch = statement<{ instructor_id: number }>(
  'instructor_of_batch',
  `select instructor_id from batches where id = $1`,
)
const activeInstructor = statement<{ id: number }>(
  'active_instructor',
  `select id from instructors where id = $1 and not archived`,
)

/**
 * Lets another instructor teach one class; null gives it back to the batch's.
 * @throws HttpError 400 for an instructor who is unknown or archived; 404; 409 when the class is cancelled or over; StaleVersion
 */
export async function substituteInstructor(
  deps: Deps,
  staff: Staff,
  { instructor_id, ...target }: ClassTarget & { instructor_id: number | null },
): Promise<SessionOutcome> {
  return changeClass(deps, staff, target, async (tx, session) => {
    refuseUnlessAhead(session)
    const own = (await one(tx, instructorOfBatch, [session.batch_id])).instructor_id
    if ((instructor_id ?? own) === session.instructor_id) return {}
    if (instructor_id === null || instructor_id === own) return { instructor_id: null, substitute_for: null }
    await checkInstructor(tx, instructor_id)
    return { instructor_id, substitute_for: own, edited: true }
  })
}

async function checkInstructor(tx: Queryable, id: number): Promise<void> {
  const message = 'Please choose an instructor who is not archived.'
  if (!(await row(tx, activeInstructor, [id]))) throw invalid(message, { instructor_id: [message] })
}
