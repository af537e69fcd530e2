import { undoDays } from '#contract/rules.ts'
import type { StudentRecord } from '#contract/desk/staff/students.ts'
import { lockAddress } from '#server/people/accounts/claim-address.ts'
import { erasePerson } from '#server/people/accounts/erase-person.ts'
import { addressChangedLately, moneyAtTheSchool } from '#server/people/accounts/request-erasure.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, StaleVersion } from '#server/platform/errors/errors.ts'
import type { Target } from '#server/platform/http/resource.ts'
import { requirePerson, studentRecords } from './student-records.ts'

const studentToErase = statement<{ verified: boolean }>(
  'student_to_erase',
  `select verified_at is not null as verified from users
   where id = $1 and email = $2 and version = any ($3::integer[]) and erased_at is null for update`,
)

/**
 * Erases a student who asked the school for it, with the refusal of the student's own erasure.
 * @throws HttpError 404, 409 when erased already, while a change of address can be undone, and while money of the student waits
 * at the school; StaleVersion
 */
export async function eraseStudent(deps: Deps, staff: Staff, target: Target): Promise<StudentRecord> {
  const { id, versions } = target
  return staffTransaction(deps, staff, async (tx) => {
    const { email } = requirePerson(await studentRecords.find(tx, id))
    await rows(tx, lockAddress, [email])
    const locked = await row(tx, studentToErase, [id, email, versions])
    if (!locked) throw new StaleVersion(await studentRecords.find(tx, id))
    if (await row(tx, addressChangedLately, [id])) {
      throw conflict(
        'changed_lately',
        `The e-mail of this account was changed in the last ${undoDays} days, and the change can still be undone. Please wait until then.`,
      )
    }
    if (await row(tx, moneyAtTheSchool, [id])) {
      throw conflict(
        'money_waits',
        'Money of this student waits: a refund or a payment that is to be paid back by hand, or a payment that is not decided. Please settle it first.',
      )
    }
    await erasePerson(deps, tx, { id, email, verified: locked.verified })
    return studentRecords.find(tx, id)
  })
}
