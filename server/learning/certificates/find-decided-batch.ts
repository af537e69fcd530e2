import type { BatchCertificates } from '#contract/learning/staff/certificates.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { batchesTaughtBy, teacherOf } from '#server/classes/sessions/taught-classes.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { type Queryable, row, statement } from '#server/platform/db/query.ts'
import { notFound } from '#server/platform/errors/errors.ts'

type Found = Omit<BatchCertificates, 'students'>

const decidedBatch = statement<Found>(
  'decided_batch',
  `select b.id as batch_id, s.course_title as course, s.rule, s.wanted as wanted_percent, s.finished_at is not null as finished,
     ${isoInstant('s.last_at')} as last_class_ends_at, $2::integer is null or s.rule = 'decision' as may_issue,
     s.rule <> 'decision' and coalesce((select (x.settings ->> 'certificates_automatic')::boolean from site_settings x), false)
       as automatic
   from batches b cross join lateral certificate_batch(b.id) s
   where b.id = $1 and ($2::integer is null
     or b.id in (${batchesTaughtBy('$2')}))`,
)

/** An instructor sees the own batches. @throws HttpError 404 for any other */
export async function findDecidedBatch(db: Queryable, staff: Staff, id: number): Promise<Found> {
  const found = await row(db, decidedBatch, [id, teacherOf(staff, 'certificates:decide')])
  if (!found) throw notFound('Batch not found.')
  return found
}
