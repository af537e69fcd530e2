import type { DuePayment, StudentToday, TodayClass, TodayRecording, UnfinishedPayment } from '#contract/enrolment/enrolment.ts'
import { listOwnWaits } from '#server/enrolment/waitlist/list-own-waits.ts'
import { joinOpensMinutes } from '#contract/rules.ts'
import type { Student } from '#server/platform/auth/principal.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { one, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'

/** Classes, recordings and payments that are returned at most. */
const limits = { classes: 5, recordings: 4, payments: 3 }

const clockOfToday = statement<{ now: string }>('clock_of_today', `select ${isoInstant('app_now()')} as now`)

// The conditions on one class stand outside the view, which numbers all classes of the batch.
const classesOfToday = statement<TodayClass>(
  'classes_of_today',
  `select n.id as session_id, b.course_id, c.title as course, b.id as batch_id, n.number, n.total, n.topic, n.prepare,
     i.name as instructor, ${isoInstant('n.starts_at')} as starts_at, ${isoInstant('n.ends_at')} as ends_at,
     ${isoInstant('(n.starts_at - make_interval(mins => $2::integer))')} as opens_at, ${isoInstant('n.moved_from')} as moved_from
   from active_enrolments e join batches b on b.id = e.batch_id join courses c on c.id = b.course_id
   cross join lateral (
     select v.*, row_number() over (order by v.starts_at, v.id) as place
     from (select * from numbered_sessions s where s.batch_id = b.id offset 0) v
     where v.state <> 'cancelled' and v.ends_at > app_now()
   ) n
   join instructors i on i.id = n.teacher_id
   where e.user_id = $1 and b.cancelled_at is null
     and (n.place = 1 or n.starts_at < app_now() + interval '7 days')
   order by n.starts_at, n.id limit $3`,
)

const recordingsOfToday = statement<TodayRecording>(
  'recordings_of_today',
  `select r.id, r.session_id, b.course_id, c.title as course, b.id as batch_id, n.number as day_number, r.title,
     to_char(r.recorded_on, 'YYYY-MM-DD') as date, r.duration_seconds,
     coalesce(p.position_seconds, 0) as position_seconds, coalesce(p.completed, false) as completed
   from active_enrolments e join batches b on b.id = e.batch_id join courses c on c.id = b.course_id
   cross join lateral (select * from numbered_sessions s where s.batch_id = b.id offset 0) n
   join ready_recordings r on r.session_id = n.id
   left join recording_positions p on p.recording_id = r.id and p.user_id = e.user_id
   where e.user_id = $1
   order by n.starts_at desc, r.id desc limit $2`,
)

// An order can be paid while its batch can be chosen. A live hold of the student is a seat for them in a full batch.
const unfinishedPayments = statement<UnfinishedPayment>(
  'unfinished_payments',
  `select b.id as batch_id, b.course_id, c.title as course, coalesce(c.image, 'media/art/course/' || c.id || '.svg') as image,
     b.batch_type, b.instructor_name, ${isoInstant('b.starts_at')} as starts_at, c.amount_paise / 100.0::float8 as amount,
     case when f.holds and not f.confirming then ${isoInstant('o.hold_until')} end as hold_until,
     case when f.confirming then 'confirming' else 'open' end as state
   from payment_orders o join batch_offers b on b.id = o.batch_id join courses c on c.id = b.course_id
   cross join lateral (
     select b.capacity is not null and o.hold_until > app_now() as holds,
       exists (select from payments p where p.order_id = o.id and p.disposition = 'pending'
                 and p.status in ('created', 'authorized', 'captured')) as confirming
   ) f
   where o.user_id = $1 and o.purpose = 'purchase' and o.status in ('creating', 'open', 'attempted')
     and not exists (select from active_enrolments e where e.user_id = $1 and e.batch_id = b.id)
     and (f.confirming or c.published and b.is_ahead and (f.holds or b.seats_left is distinct from 0))
   order by o.created_at desc, o.id desc limit $2`,
)

const duePayments = statement<DuePayment>(
  'due_payments',
  `select e.batch_id, b.course_id, c.title as course, to_char(e.pays_by, 'YYYY-MM-DD') as due_on, is_paused(e.pays_by) as is_paused
   from active_enrolments e join batches b on b.id = e.batch_id join courses c on c.id = b.course_id
   where e.user_id = $1 and e.pays_by <= (app_now() at time zone 'Asia/Kolkata')::date + 3
   order by e.pays_by`,
)

/** Returns the classes, newest recordings and unfinished payments of a student over all courses. */
export async function readStudentToday(deps: Deps, student: Student): Promise<StudentToday> {
  const [{ now }, classes, recordings, unfinished_payments, due_payments, waits] = await Promise.all([
    one(deps.db, clockOfToday),
    rows(deps.db, classesOfToday, [student.id, joinOpensMinutes, limits.classes]),
    rows(deps.db, recordingsOfToday, [student.id, limits.recordings]),
    rows(deps.db, unfinishedPayments, [student.id, limits.payments]),
    rows(deps.db, duePayments, [student.id]),
    listOwnWaits(deps, student),
  ])
  return { now, classes, recordings, unfinished_payments, due_payments, waits }
}
