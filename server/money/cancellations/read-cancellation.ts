import type { Cancellation, CancelledStudent } from '#contract/money/staff/cancellations.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { type Queryable, row, rows, statement } from '#server/platform/db/query.ts'
import { notFound } from '#server/platform/errors/errors.ts'

const cancellationOfBatch = statement<{
  version: number
  course_id: number
  started_at: Date | null
  reason: string
  move_to_batch_id: number | null
}>(
  'cancellation_of_batch',
  `select b.version, b.course_id, c.created_at as started_at, coalesce(c.reason, '') as reason, c.move_to_batch_id
   from batches b left join batch_cancellations c on c.batch_id = b.id where b.id = $1`,
)
const studentsOfCancellation = statement<CancelledStudent>(
  'students_of_cancellation',
  `select e.id::int as enrolment_id, u.full_name as name, u.email, coalesce(p.refundable_paise, 0) / 100.0::float8 as refundable,
     coalesce(c.action, 'refund') as action, coalesce(c.outcome, 'planned') as outcome, coalesce(c.detail, '') as detail
   from (
     select c.enrolment_id as id from cancelled_enrolments c where c.batch_id = $1
     union all
     select a.id from active_enrolments a where a.batch_id = $1
       and not exists (select from cancelled_enrolments x where x.enrolment_id = a.id)) m
   join enrolments e on e.id = m.id
   join users u on u.id = e.user_id
   left join cancelled_enrolments c on c.enrolment_id = e.id
   left join payment_balances p on p.payment_id = e.payment_id
   order by u.full_name, e.id`,
)
const targetsOfCancellation = statement<{
  id: number
  batch_type: string
  starts_at: Date
  time: string
  seats_left: number | null
}>(
  'targets_of_cancellation',
  `select id, batch_type, starts_at, time_text as time, seats_left from batch_offers
   where course_id = $1 and id <> $2 and is_ahead order by starts_at, id`,
)

/** @throws HttpError 404 */
export async function readCancellation(deps: { db: Queryable }, _staff: Staff, { id }: { id: number }): Promise<Cancellation> {
  const found = await row(deps.db, cancellationOfBatch, [id])
  if (!found) throw notFound()
  const { course_id, started_at, ...batch } = found
  const students = await rows(deps.db, studentsOfCancellation, [id])
  const targets = await rows(deps.db, targetsOfCancellation, [course_id, id])
  return {
    batch_id: id,
    ...batch,
    started_at: started_at?.toISOString() ?? null,
    students,
    done: students.filter(({ outcome }) => outcome !== 'planned' && outcome !== 'waiting').length,
    total: students.length,
    targets: targets.map((target) => ({ ...target, starts_at: target.starts_at.toISOString() })),
  }
}
