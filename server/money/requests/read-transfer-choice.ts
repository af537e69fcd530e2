import type { TransferChoice } from '#contract/enrolment/staff/enrolments.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/platform/errors/errors.ts'

interface Target {
  batch_id: number
  batch_type: string
  starts_at: Date
  time: string
  instructor: string
  capacity: number | null
  seats_left: number | null
  started: boolean
  refusal: 'full' | 'enrolled' | null
}

// The student's own hold is no obstacle to the student.
const transferTargets = statement<Target>(
  'transfer_targets',
  `select t.batch_id, t.batch_type, t.starts_at, t.time, t.instructor, t.capacity, t.seats_left, t.started,
     case when t.enrolled then 'enrolled' when t.seats_left = 0 then 'full' end as refusal
   from (
     select b.id as batch_id, b.batch_type, b.starts_at, b.time_text as time, b.instructor_name as instructor, b.capacity,
       not b.is_ahead as started,
       exists (select from active_enrolments x where x.batch_id = b.id and x.user_id = e.user_id) as enrolled,
       case when b.capacity is not null then greatest(0, free_seats(b.id, b.capacity, e.user_id)) end as seats_left
     from enrolments e
     join batch_offers h on h.id = e.batch_id
     join batch_offers b on b.course_id = h.course_id and b.id <> h.id
     where e.id = $1 and b.ends_at > app_now() and b.cancelled_at is null
   ) t
   order by t.started, t.starts_at, t.batch_id`,
)
const openRequestOfEnrolment = statement<{ request: TransferChoice['request'] }>(
  'open_request_of_enrolment',
  `select case when q.id is not null then json_build_object('id', q.id, 'kind', q.kind, 'to_batch_id', q.to_batch_id) end as request
   from enrolments e left join purchase_requests q on q.enrolment_id = e.id and q.status = 'open' where e.id = $1`,
)

/** @throws HttpError 404 */
export async function readTransferChoice(deps: Pick<Deps, 'db'>, _staff: Staff, { id }: { id: number }): Promise<TransferChoice> {
  const [targets, found] = await Promise.all([rows(deps.db, transferTargets, [id]), row(deps.db, openRequestOfEnrolment, [id])])
  if (!found) throw notFound()
  return { targets: targets.map((one) => ({ ...one, starts_at: one.starts_at.toISOString() })), request: found.request }
}
