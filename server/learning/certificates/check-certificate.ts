import type { CheckedCertificate, ValidCertificate } from '#contract/learning/certificates.ts'
import type { Student, Visitor } from '#server/platform/auth/principal.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/platform/errors/errors.ts'
import { readCertificateLook } from '#server/platform/settings/site-settings.ts'
import { signatoryColumns } from './signatory-columns.ts'

type Detail = 'rule' | 'wanted_percent' | 'exercises' | 'accepted' | 'built' | 'project_url' | 'signatory' | 'seal'
type Printed = Omit<ValidCertificate, 'valid' | Detail>
type Found = Omit<ValidCertificate, 'valid' | 'signatory' | 'seal'> & {
  valid: boolean
  signatory_name: string | null
  signatory_title: string
}

const printedColumns = `k.code, k.number, k.holder, k.course_title as course, b.course_id, k.school, k.classes, k.minutes,
  to_char(k.first_day, 'YYYY-MM-DD') as first_day, to_char(k.last_day, 'YYYY-MM-DD') as last_day,
  ${isoInstant('k.issued_at')} as issued_at`

const certificateOfKey = statement<Found>(
  'certificate_of_key',
  `select k.revoked_at is null as valid, ${printedColumns}, k.rule, k.wanted_percent, k.exercises, k.accepted, k.built, k.project_url,
     ${signatoryColumns}
   from certificates k join batches b on b.id = k.batch_id cross join certificate_signatory() y
   where k.code = $1 or k.number = $1`,
)
const certificatesOfStudent = statement<Printed>(
  'certificates_of_student',
  `select ${printedColumns} from certificates k join batches b on b.id = k.batch_id
   where k.user_id = $1 and k.revoked_at is null order by k.issued_at desc, k.id desc`,
)

/** @throws HttpError 404 for an unknown certificate */
export async function checkCertificate(deps: Pick<Deps, 'db'>, _visitor: Visitor, key: string): Promise<CheckedCertificate> {
  const found = await row(deps.db, certificateOfKey, [key])
  if (!found) throw notFound('No certificate has this number.')
  const { valid, signatory_name: name, signatory_title: title, ...printed } = found
  if (!valid) return { valid }
  const look = await readCertificateLook(deps)
  return {
    valid,
    ...printed,
    // A certificate shows no picture that stands for another name.
    signatory: name === null ? null : { name, title, signature: name === look.signatory_name ? look.signature : null },
    seal: found.school === look.brand ? look.seal : null,
  }
}

export async function listOwnCertificates(deps: Pick<Deps, 'db'>, student: Student): Promise<Printed[]> {
  return rows(deps.db, certificatesOfStudent, [student.id])
}
