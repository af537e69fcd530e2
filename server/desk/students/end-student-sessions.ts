import type { ParsedOf } from '#contract/endpoint.ts'
import type { endStudentSessions as endpoint } from '#contract/desk/staff/students.ts'
import { endSessionsOf } from '#server/people/accounts/session.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/platform/errors/errors.ts'
import { studentRecords } from './student-records.ts'

/** @throws HttpError 404 for an unknown student, and for a session that has ended or is another student's */
export async function endStudentSessions(
  deps: Deps,
  staff: Staff,
  { params: { id }, body: { session_id: sessionId } }: ParsedOf<typeof endpoint>,
): Promise<{ ended: number }> {
  return staffTransaction(deps, staff, async (tx) => {
    await studentRecords.find(tx, id)
    const ended = await endSessionsOf(tx, id, sessionId)
    if (sessionId !== null && ended === 0) throw notFound('This session has ended already.')
    return { ended }
  })
}
