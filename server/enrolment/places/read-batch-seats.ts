import type { BatchSeats } from '#contract/enrolment/staff/enrolments.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/platform/errors/errors.ts'

const seatsOfBatch = statement<Omit<BatchSeats, 'holds'>>(
  'seats_of_batch',
  `select b.capacity, case when b.capacity is not null then greatest(0, free_seats(b.id, b.capacity)) end as free,
     (select count(*)::int from active_enrolments e where e.batch_id = b.id) as taken,
     (select count(*)::int from purchase_requests q join enrolments e on e.id = q.enrolment_id
      where e.batch_id = b.id and q.status = 'open') as requests
   from batches b where b.id = $1`,
)
const holdsOfBatch = statement<{ student_id: number; name: string; email: string; until: Date; by_cheque: boolean }>(
  'holds_of_batch',
  `select u.id as student_id, u.full_name as name, u.email, h.hold_until as until,
     h.offline_payment_id is not null as by_cheque
   from seat_holds h join users u on u.id = h.user_id where h.batch_id = $1 order by h.hold_until, h.order_id, h.offline_payment_id`,
)

/** @throws HttpError 404 */
export async function readBatchSeats(deps: Deps, _staff: Staff, { id }: { id: number }): Promise<BatchSeats> {
  const [seats, holds] = await Promise.all([row(deps.db, seatsOfBatch, [id]), rows(deps.db, holdsOfBatch, [id])])
  if (!seats) throw notFound()
  return { ...seats, holds: holds.map((hold) => ({ ...hold, until: hold.until.toISOString() })) }
}
