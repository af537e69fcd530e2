import type { ExportedData } from '#contract/people/accounts.ts'
import { exportData } from '#server/people/accounts/export-data.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { requirePerson, studentRecords } from './student-records.ts'

const insertStudentExport = statement(
  'insert_student_export',
  `insert into student_exports (user_id, staff_id, created_at) values ($1, $2, app_now())`,
)

/** Exports a student's data. The row that says who took it is audited. @throws HttpError 404, 409 for an erased account */
export async function exportStudent(deps: Deps, staff: Staff, id: number): Promise<ExportedData> {
  const student = await staffTransaction(deps, staff, async (tx) => {
    const found = requirePerson(await studentRecords.find(tx, id))
    await rows(tx, insertStudentExport, [id, staff.id])
    return found
  })
  return exportData(deps, { id, email: student.email, verified: student.verified_at !== null })
}
