import type { SignedInStaff } from '#server/platform/auth/principal.ts'
import { type Queryable, row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { unauthenticated } from '#server/platform/errors/errors.ts'
import type { MailProps } from '#server/messaging/mail/mail-templates.ts'
import { queueMail } from '#server/messaging/mail/queue-mail.ts'
import { lockStaffAddress } from '#server/people/staff/issue-staff-code.ts'
import { type Member, memberColumns } from '#server/people/staff/staff-session.ts'

const ownMemberRow = statement<Member>('own_member_row', `select ${memberColumns} from staff m where m.id = $1`)

/** Returns the account of the caller. @throws HttpError 401 when there is none any more */
export async function readOwnMember(db: Queryable, staff: SignedInStaff): Promise<Member> {
  const member = await row(db, ownMemberRow, [staff.id])
  if (!member) throw unauthenticated()
  return member
}

/** The same, and locks the factors of the account against sign-ins and other changes. */
export async function lockOwnMember(tx: Queryable, staff: SignedInStaff): Promise<Member> {
  const member = await readOwnMember(tx, staff)
  await rows(tx, lockStaffAddress, [member.email])
  return member
}

/** Mails the person that a second factor has changed. */
export async function notifyFactorChange(
  deps: Deps,
  tx: Queryable,
  member: Member,
  change: MailProps['staff-factor-changed']['change'],
): Promise<void> {
  await queueMail(deps, tx, { template: 'staff-factor-changed', to: member.email, props: { name: member.name, change } })
}
