import type { StaffRecord } from '#contract/people/staff/staff.ts'
import { transactionAs } from '#server/platform/audit/staff-transaction.ts'
import type { Operator, Staff } from '#server/platform/auth/principal.ts'
import { conflict } from '#server/platform/errors/errors.ts'
import { type Invitation, sendInvitation } from './invitations.ts'
import { lockMember, type MemberTarget } from './lock-member.ts'
import { memberRecords } from './member-records.ts'
import { refuseDisabled } from './refuse-disabled.ts'
import type { StaffDeps } from './staff-deps.ts'

/** @throws HttpError 404; 409 for a disabled account and for one with a second factor; StaleVersion */
export async function inviteStaffAgain(
  deps: StaffDeps,
  principal: Staff | Operator,
  target: MemberTarget,
): Promise<Invitation & { record: StaffRecord }> {
  return transactionAs(deps, principal, async (tx) => {
    const member = await lockMember(tx, target)
    refuseDisabled(member)
    if (member.has_factor) throw conflict('accepted', 'This person has accepted the invitation. Reset the second factor instead.')
    const invitation = await sendInvitation(deps, tx, member)
    return { ...invitation, record: await memberRecords.find(tx, member.id) }
  })
}
