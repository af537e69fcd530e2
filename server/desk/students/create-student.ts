import type { StudentRecord, students } from '#contract/desk/staff/students.ts'
import { taken } from '#server/people/accounts/claim-address.ts'
import { createAccount } from '#server/people/accounts/create-account.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import type { Deps } from '#server/deps.ts'
import type { BodyOf } from '#server/platform/http/resource.ts'
import { studentRecords } from './student-records.ts'

/** Makes an unverified account for somebody who did not register, such as a walk-in. @throws HttpError 409 when taken */
export async function createStudent(
  deps: Deps,
  staff: Staff,
  { body }: { body: BodyOf<typeof students, 'create'> },
): Promise<StudentRecord> {
  return staffTransaction(deps, staff, async (tx) => {
    const made = await createAccount(tx, body)
    if (typeof made !== 'number') throw taken(made)
    return studentRecords.find(tx, made)
  })
}
