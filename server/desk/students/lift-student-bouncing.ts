import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import type { Deps } from '#server/deps.ts'
import { liftBouncing } from '#server/messaging/mail/bouncing.ts'
import { studentRecords } from './student-records.ts'

/** @throws HttpError 404 */
export async function liftStudentBouncing(deps: Deps, staff: Staff, id: number): Promise<{ lifted: boolean }> {
  return staffTransaction(deps, staff, async (tx) => {
    const { email } = await studentRecords.find(tx, id)
    return { lifted: email !== null && (await liftBouncing(tx, email)) }
  })
}
