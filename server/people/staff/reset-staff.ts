import type { StaffRecord } from '#contract/people/staff/staff.ts'
import { transactionAs } from '#server/platform/audit/staff-transaction.ts'
import type { Operator, Staff } from '#server/platform/auth/principal.ts'
import { rows, statement } from '#server/platform/db/query.ts'
import { type Invitation, sendInvitation } from './invitations.ts'
import { lockMember, type MemberTarget } from './lock-member.ts'
import { memberRecords } from './member-records.ts'
import { refuseDisabled } from './refuse-disabled.ts'
import type { StaffDeps } from './staff-deps.ts'
import { revokeStaffSessions } from './staff-session.ts'

const removeFactors = [
  statement('remove_totp', `delete from staff_totp where staff_id = $1`),
  statement('remove_totp_offer', `delete from staff_totp_offers where staff_id = $1`),
  statement('remove_passkeys', `delete from staff_passkeys where staff_id = $1`),
  statement('remove_recovery_codes', `delete from staff_recovery_codes where staff_id = $1`),
]
// The version rises, so that a change based on the record before is refused.
const touchMember = statement('touch_member', `update staff set updated_at = app_now() where id = $1`)

/**
 * Removes the second factors and sessions of a person and mails a new invitation.
 * @throws HttpError 404; 409 for a disabled account; StaleVersion
 */
export async function resetStaff(
  deps: StaffDeps,
  principal: Staff | Operator,
  target: MemberTarget,
): Promise<Invitation & { record: StaffRecord }> {
  return transactionAs(deps, principal, async (tx) => {
    const member = await lockMember(tx, target)
    refuseDisabled(member)
    for (const statement of removeFactors) await rows(tx, statement, [member.id])
    await rows(tx, touchMember, [member.id])
    await revokeStaffSessions(tx, member.id)
    const invitation = await sendInvitation(deps, tx, member)
    return { ...invitation, record: await memberRecords.find(tx, member.id) }
  })
}
