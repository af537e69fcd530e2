import type { StaffCertificate } from '#contract/learning/staff/certificates.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff, Student } from '#server/platform/auth/principal.ts'
import { row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/platform/errors/errors.ts'
import { certificateRecords } from './certificate-records.ts'

const setOwnProject = statement<{ project_url: string | null }>(
  'set_own_project',
  `update certificates set project_url = $3 where user_id = $1 and batch_id = $2 and revoked_at is null returning project_url`,
)
const removeProject = statement(
  'remove_project',
  `update certificates set project_url = null where id = $1 and project_url is not null`,
)

/** Shows a link on the page of the student's certificate; null removes it. @throws HttpError 404 without a valid certificate */
export async function setProjectLink(
  deps: Pick<Deps, 'db'>,
  student: Student,
  { batchId, url }: { batchId: number; url: string | null },
): Promise<{ project_url: string | null }> {
  const changed = await row(deps.db, setOwnProject, [student.id, batchId, url])
  if (!changed) throw notFound('You have no valid certificate of this batch.')
  return changed
}

/** @throws HttpError 404 */
export async function removeProjectLink(deps: Pick<Deps, 'db'>, staff: Staff, { id }: { id: number }): Promise<StaffCertificate> {
  return staffTransaction(deps, staff, async (tx) => {
    await certificateRecords.find(tx, id)
    await rows(tx, removeProject, [id])
    return certificateRecords.find(tx, id)
  })
}
