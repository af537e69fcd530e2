import type { Role } from '#contract/permissions.ts'
import { chooseRole, type StaffRecord } from '#contract/people/staff/staff.ts'
import { transactionAs } from '#server/platform/audit/staff-transaction.ts'
import type { Operator, Staff } from '#server/platform/auth/principal.ts'
import { row, statement } from '#server/platform/db/query.ts'
import { conflict, invalid } from '#server/platform/errors/errors.ts'
import { type Invitation, sendInvitation } from './invitations.ts'
import { linkInstructor } from './link-instructor.ts'
import { memberRecords } from './member-records.ts'
import { rolesOf } from './roles-of.ts'
import type { StaffDeps } from './staff-deps.ts'

const insertInvited = statement<{ id: number }>(
  'insert_invited',
  `insert into staff (email, name, roles) values ($1, $2, $3) on conflict (email) do nothing returning id`,
)

interface Input {
  email: string
  role?: Role | undefined
  roles?: Role[] | undefined
  name?: string | undefined
  instructor_id?: number | null | undefined
}

/**
 * Adds a person and mails the invitation.
 * @throws HttpError 400 without a role; 409 for an address that another account has
 */
export async function inviteStaff(
  deps: StaffDeps,
  principal: Staff | Operator,
  { email, name = '', instructor_id: instructorId = null, ...given }: Input,
): Promise<Invitation & { record: StaffRecord }> {
  const roles = rolesOf(given)
  if (!roles) throw invalid(chooseRole, { roles: [chooseRole] })
  return transactionAs(deps, principal, async (tx) => {
    const made = await row(tx, insertInvited, [email, name, roles])
    if (!made) {
      const message = 'Another member of staff has this address.'
      throw conflict('email_taken', message, { email: [message] })
    }
    await linkInstructor(tx, { id: made.id, roles }, instructorId)
    const invitation = await sendInvitation(deps, tx, { id: made.id, email, name, roles })
    return { ...invitation, record: await memberRecords.find(tx, made.id) }
  })
}
