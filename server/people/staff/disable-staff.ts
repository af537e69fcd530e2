import type { StaffRecord } from '#contract/people/staff/staff.ts'
import { transactionAs } from '#server/platform/audit/staff-transaction.ts'
import type { Operator, Staff } from '#server/platform/auth/principal.ts'
import { rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { refuseLastOwner } from './last-owner.ts'
import { lockMember, type MemberTarget } from './lock-member.ts'
import { memberRecords } from './member-records.ts'
import { revokeStaffSessions } from './staff-session.ts'

const disableMember = statement('disable_member', `update staff set disabled_at = coalesce(disabled_at, app_now()) where id = $1`)
const enableMember = statement('enable_member', `update staff set disabled_at = null where id = $1`)

/** Ends the sessions of a person at once. @throws HttpError 404; 409 for the last active owner; StaleVersion */
export async function disableStaff(
  deps: Pick<Deps, 'db'>,
  principal: Staff | Operator,
  target: MemberTarget,
): Promise<StaffRecord> {
  return transactionAs(deps, principal, async (tx) => {
    const { id } = await lockMember(tx, target)
    await rows(tx, disableMember, [id]).catch(refuseLastOwner)
    await revokeStaffSessions(tx, id)
    return memberRecords.find(tx, id)
  })
}

/** @throws HttpError 404; StaleVersion */
export async function enableStaff(deps: Pick<Deps, 'db'>, staff: Staff, target: MemberTarget): Promise<StaffRecord> {
  return transactionAs(deps, staff, async (tx) => {
    const { id } = await lockMember(tx, target)
    await rows(tx, enableMember, [id])
    return memberRecords.find(tx, id)
  })
}
