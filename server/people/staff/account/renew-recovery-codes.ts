import { transactionAs } from '#server/platform/audit/staff-transaction.ts'
import type { SignedInStaff } from '#server/platform/auth/principal.ts'
import type { Deps } from '#server/deps.ts'
import { issueRecoveryCodes } from '#server/people/staff/recovery-codes.ts'
import { lockOwnMember, notifyFactorChange } from './own-member.ts'

/** Replaces the recovery codes of the caller. The former ones stop working. */
export async function renewRecoveryCodes(deps: Deps, staff: SignedInStaff): Promise<{ recovery_codes: string[] }> {
  return transactionAs(deps, staff, async (tx) => {
    const member = await lockOwnMember(tx, staff)
    const codes = await issueRecoveryCodes(deps, tx, staff.id)
    await notifyFactorChange(deps, tx, member, 'recovery_codes_renewed')
    return { recovery_codes: codes }
  })
}
