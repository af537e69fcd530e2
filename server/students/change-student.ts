import type { StudentRecord, students } from '#contract/staff/students.ts'
import { staffTransaction } from '../audit/staff-transaction.ts'
import type { Staff } from '../auth/principal.ts'
import type { Deps } from '../deps.ts'
import type { BodyOf, Target } from '../http/resource.ts'
import { requirePerson, studentRecords } from './student-records.ts'

/** Changes the name. Documents that were issued stay as they are. @throws HttpError 404 or 409; StaleVersion */
export async function changeStudent(
  deps: Deps,
  staff: Staff,
  { body, ...target }: Target & { body: BodyOf<typeof students, 'change'> },
): Promise<StudentRecord> {
  return staffTransaction(deps, staff, async (tx) => {
    requirePerson(await studentRecords.find(tx, target.id))
    return studentRecords.update(tx, target, { full_name: body.name })
  })
}
