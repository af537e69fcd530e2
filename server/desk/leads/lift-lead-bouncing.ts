import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import type { Deps } from '#server/deps.ts'
import { liftBouncing } from '#server/messaging/mail/bouncing.ts'
import { leadRecords } from './lead-records.ts'

/** @throws HttpError 404 */
export async function liftLeadBouncing(deps: Deps, staff: Staff, id: number): Promise<{ lifted: boolean }> {
  return staffTransaction(deps, staff, async (tx) => {
    const { email } = await leadRecords.find(tx, id)
    return { lifted: email !== null && (await liftBouncing(tx, email)) }
  })
}
