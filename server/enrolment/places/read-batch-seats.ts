import type { BatchSeats } from '#contract/enrolment/staff/enrolments.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/platform/errors/errors.ts'

const seatsOfBatch = statement<Omit<BatchSeats, 'holds'>>(
  'seats_of_batch',
  `select b.capacity, (select count(*)::int from waitlist_entries w where w.batch_id = b.id and w.state = 'waiting') as waiting,
     case when b.capacity is not null then greatest(0, free_seats(b.id, b.capacity)) end as free,
     (select count(*)::int from active_enrolments e where e.batch_id = b.id) as taken,
     (select count(*)::int from purchase_requests q join enrolments e on e.id = q.enrolment_id
      where e.batch_id = b.id and q.status = 'open') as requests
   from batches b where b.id = $1`,
)
const holdsOfBatch = statement<{
  student_id: number
  name: string
  email: string
  until: Date
  by_cheque: boolean
  by_offer: boolean
}>(
  'holds_of_batch',
  `select h.user_id as student_id, u.full_name as name, u.email, h.until, h.by_cheque, h.by_offer
   from (select s.user_id, max(s.hold_until) as until, bool_or(s.offline_payment_id is not null) as by_cheque,
           bool_or(s.waitlist_entry_id is not null) as by_offer
         from seat_holds s where s.batch_id = $1 group by s.user_id) h
     join users u on u.id = h.user_id
   order by h.until, h.user_id`,
)

/** @throws HttpError 404 */
export async function readBatchSeats(deps: Deps, _staff: Staff, { id }: { id: number }): Promise<BatchSeats> {
  const [seats, holds] = await Promise.all([row(deps.db, seatsOfBatch, [id]), rows(deps.db, holdsOfBatch, [id])])
  if (!seats) throw notFound()
  return { ...seats, holds: holds.map((hold) => ({ ...hold, until: hold.until.toISOString() })) }
}
