import type { CheckedCertificate, ValidCertificate } from '#contract/learning/certificates.ts'
import type { Student, Visitor } from '#server/platform/auth/principal.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/platform/errors/errors.ts'

type Printed = Omit<ValidCertificate, 'valid'>

const printedColumns = `k.code, k.holder, k.course_title as course, b.course_id, k.school, k.classes, k.minutes,
  to_char(k.first_day, 'YYYY-MM-DD') as first_day, to_char(k.last_day, 'YYYY-MM-DD') as last_day,
  ${isoInstant('k.issued_at')} as issued_at`

const certificateOfCode = statement<Printed & { valid: boolean }>(
  'certificate_of_code',
  `select k.revoked_at is null as valid, ${printedColumns} from certificates k join batches b on b.id = k.batch_id where k.code = $1`,
)
const certificatesOfStudent = statement<Printed>(
  'certificates_of_student',
  `select ${printedColumns} from certificates k join batches b on b.id = k.batch_id
   where k.user_id = $1 and k.revoked_at is null order by k.issued_at desc, k.id desc`,
)

/** @throws HttpError 404 for an unknown certificate */
export async function checkCertificate(deps: Pick<Deps, 'db'>, _visitor: Visitor, code: string): Promise<CheckedCertificate> {
  const found = await row(deps.db, certificateOfCode, [code])
  if (!found) throw notFound('No certificate has this number.')
  const { valid, ...printed } = found
  return valid ? { valid, ...printed } : { valid }
}

export async function listOwnCertificates(deps: Pick<Deps, 'db'>, student: Student): Promise<Printed[]> {
  return rows(deps.db, certificatesOfStudent, [student.id])
}
