import type { BatchCertificates, CertificateStanding } from '#contract/learning/staff/certificates.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { isPrintable } from '#server/platform/fonts/fonts.ts'
import { findDecidedBatch } from './find-decided-batch.ts'

const standingsOfBatch = statement<Omit<CertificateStanding, 'printable'>>(
  'standings_of_batch',
  `select s.user_id::float8 as student_id, u.full_name as student, s.attended, s.counted, s.exercises, s.accepted, s.meets,
     case when k.id is not null then jsonb_build_object('id', k.id, 'number', k.number, 'issued_at', ${isoInstant('k.issued_at')})
       end as certificate,
     case when k.id is null then (select r.revoked_for from certificates r
       where r.user_id = s.user_id and r.batch_id = $1 order by r.id desc limit 1) end as revoked_for
   from certificate_standing($1, null) s join users u on u.id = s.user_id
   left join certificates k on k.user_id = s.user_id and k.batch_id = $1 and k.revoked_at is null
   where u.erased_at is null order by lower(u.full_name), u.id`,
)

/** Returns each student of a batch with the figures of the rule. @throws HttpError 404 for a batch that the person does not see */
export async function readBatchCertificates(deps: Pick<Deps, 'db'>, staff: Staff, id: number): Promise<BatchCertificates> {
  const batch = await findDecidedBatch(deps.db, staff, id)
  const students = await rows(deps.db, standingsOfBatch, [id])
  return { ...batch, students: students.map((one) => ({ ...one, printable: isPrintable(one.student) })) }
}
