import type { ParsedOf } from '#contract/endpoint.ts'
import type { staff as contract, StaffRecord } from '#contract/people/staff/staff.ts'
import { namesOfRoles, type Role } from '#contract/permissions.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { type Queryable, row, rows } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { queueMail } from '#server/messaging/mail/queue-mail.ts'
import { isInstructor, linkInstructor } from './link-instructor.ts'
import { lockMember } from './lock-member.ts'
import { memberRecords } from './member-records.ts'
import { activeOwners } from './note-device.ts'
import { rolesOf } from './roles-of.ts'
import { addressOfStaff } from './step-up-staff.ts'

type Body = ParsedOf<(typeof contract)['endpoints']['change']>['body']

/**
 * Changes name, roles or instructor of a person. Other roles are reported to every owner.
 * @throws HttpError 400, 404 or 409; StaleVersion
 */
export async function changeStaff(
  deps: Deps,
  staff: Staff,
  { id, versions, body }: { id: number; versions: number[]; body: Body },
): Promise<StaffRecord> {
  return staffTransaction(deps, staff, async (tx) => {
    const before = await lockMember(tx, { id, versions })
    const { instructor_id: instructorId, role: _role, roles: _roles, ...columns } = body
    const roles = rolesOf(body)
    const changed = await memberRecords.update(tx, { id, versions }, { ...columns, ...(roles && { roles }) })
    if (instructorId !== undefined) await linkInstructor(tx, changed, instructorId)
    else if (!isInstructor(changed)) await linkInstructor(tx, changed, null)
    if (String(changed.roles) !== String(before.roles)) await notifyOwners(deps, tx, staff, changed, before.roles)
    return memberRecords.find(tx, id)
  })
}

async function notifyOwners(deps: Deps, tx: Queryable, staff: Staff, changed: StaffRecord, from: readonly Role[]): Promise<void> {
  const by = await row(tx, addressOfStaff, [staff.id])
  const { name, email } = changed
  const props = { name, email, from: namesOfRoles(from), to: namesOfRoles(changed.roles), by: by?.email ?? 'an owner' }
  // At once, although it can be undone: who had a role for ten seconds may have used it. No person is left out.
  for (const owner of await rows(tx, activeOwners, [0])) {
    await queueMail(deps, tx, { template: 'staff-role-changed', to: owner.email, props })
  }
}
