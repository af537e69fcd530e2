import type { ParsedOf } from '#contract/endpoint.ts'
import { pathTo } from '#contract/pages.ts'
import type { changeStudentAddress as endpoint, StudentRecord } from '#contract/desk/staff/students.ts'
import { applyChange, type ChangingPerson } from '#server/people/accounts/apply-change.ts'
import { lockAddress, taken } from '#server/people/accounts/claim-address.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, notFound, StaleVersion } from '#server/platform/errors/errors.ts'
import type { Target } from '#server/platform/http/resource.ts'
import { queueMail } from '#server/messaging/mail/queue-mail.ts'
import { insertNote } from './insert-note.ts'
import { studentRecords } from './student-records.ts'

interface LockedStudent extends ChangingPerson {
  version: number
  erased: boolean
  /** It has paid, or is enrolled: the person behind it is known to the school. */
  is_known: boolean
}

const lockStudent = statement<LockedStudent>(
  'lock_student',
  `select u.id, u.email, u.phone, u.full_name, u.version, u.verified_at is not null as verified, u.erased_at is not null as erased,
     exists (select from enrolments e where e.user_id = u.id)
       or exists (select from captured_payments p join payment_orders o on o.id = p.order_id where o.user_id = u.id) as is_known
   from users u where u.id = $1 for update`,
)
// A code that waits for another change must not apply on top of this one.
const dropPendingChange = statement('drop_pending_change', `delete from pending_changes where user_id = $1`)

/**
 * Changes e-mail or phone for a student who has proven who they are. All sessions end. A verified old address gets a notice
 * with an undo link, and the new address a notice. An account that nobody has verified stays so: the code of the next
 * sign-in proves the new address.
 * @throws HttpError 404, 409 erased, unverified and unknown, unchanged or taken; StaleVersion
 */
export async function changeStudentAddress(
  deps: Deps,
  staff: Staff,
  { body, ...target }: Target & { body: ParsedOf<typeof endpoint>['body'] },
): Promise<StudentRecord> {
  return staffTransaction(deps, staff, async (tx) => {
    if (body.email !== undefined) await rows(tx, lockAddress, [body.email])
    const person = await row(tx, lockStudent, [target.id])
    if (!person) throw notFound()
    if (!target.versions.includes(person.version)) throw new StaleVersion(await studentRecords.find(tx, target.id))
    const to = { email: body.email ?? person.email, phone: body.phone ?? person.phone }
    refuse(person, to)
    const refused = await applyChange(deps, tx, { person, to, changer: { by: 'school' } })
    if (refused.length > 0) throw taken(refused)
    await rows(tx, dropPendingChange, [person.id])
    await insertNote(tx, staff, { studentId: person.id, kind: 'address_changed', body: body.proof })
    if (to.email !== person.email) {
      const props = { name: person.full_name, loginUrl: `${deps.config.publicUrl}${pathTo('login')}` }
      await queueMail(deps, tx, { template: 'address-added', to: to.email, props })
    }
    return studentRecords.find(tx, person.id)
  })
}

/** @throws HttpError 409 */
function refuse(person: LockedStudent, to: { email: string; phone: string | null }): void {
  if (person.erased) throw conflict('erased', 'This account is erased.')
  if (to.email === person.email && to.phone === person.phone) {
    throw conflict('unchanged', 'The account has this e-mail address and phone number already.')
  }
  if (to.email !== person.email && !person.verified && !person.is_known) {
    const message = 'Nobody has verified this account, and it has no enrolment. The person can register with the right address.'
    throw conflict('unverified', message, { email: [message] })
  }
}
