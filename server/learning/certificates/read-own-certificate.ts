import type { OwnCertificate } from '#contract/learning/certificates.ts'
import type { Student } from '#server/platform/auth/principal.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { row, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/platform/errors/errors.ts'

const ownStanding = statement<OwnCertificate>(
  'own_standing',
  `select $2::integer as batch_id, s.rule, s.wanted as wanted_percent, s.attended, s.counted, s.exercises, s.accepted, s.meets,
     b.finished_at is not null as finished,
     case when k.id is not null then jsonb_build_object('code', k.code, 'number', k.number, 'issued_at', ${isoInstant('k.issued_at')},
       'holder', k.holder, 'school', k.school,
       'project_url', k.project_url) end as certificate
   from certificate_batch($2) b cross join certificate_standing($2, $1) s
   left join certificates k on k.user_id = s.user_id and k.batch_id = $2 and k.revoked_at is null`,
)

/** @throws HttpError 404 for a batch that the student is not in */
export async function readOwnCertificate(deps: Pick<Deps, 'db'>, student: Student, batchId: number): Promise<OwnCertificate> {
  const found = await row(deps.db, ownStanding, [student.id, batchId])
  if (!found) throw notFound('You are not in this batch.')
  return found
}
