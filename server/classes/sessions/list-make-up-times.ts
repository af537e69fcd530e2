import type { MakeUpTime } from '#contract/classes/staff/sessions.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { sessionRecords } from './session-records.ts'

/** Days from the class on, or from today, that are looked at, and times that are offered. */
const days = 28
const most = 8

const makeUpTimes = statement<MakeUpTime>(
  'make_up_times',
  // A class of the evening can be made up in the morning of a weekend too. No class lasts longer than ten hours.
  `with asked as (
     select s.batch_id, b.instructor_id, p.calendar, s.ends_at - s.starts_at as length, p.clock,
       greatest(s.starts_at, app_now()) as since
     from class_sessions s join batches b on b.id = s.batch_id join batch_patterns p on p.batch_id = b.id where s.id = $1
   ), slots as (
     select distinct a.*, (d.day + c.clock) at time zone 'Asia/Kolkata' as at
     from asked a
     cross join lateral (select (a.since at time zone 'Asia/Kolkata')::date + n as day from generate_series(0, $2::integer) n) d
     cross join lateral (values (a.clock), (time '10:00')) c (clock)
     where c.clock = a.clock or extract(isodow from d.day) >= 6
   )
   select ${isoInstant('a.at')} as starts_at, ${isoInstant('(a.at + a.length)')} as ends_at from slots a
   where a.at > a.since
     and not exists (
       select from holidays h where h.calendar = a.calendar and h.day = (a.at at time zone 'Asia/Kolkata')::date)
     and not exists (
       select from numbered_sessions o join batches ob on ob.id = o.batch_id
       where o.starts_at > a.at - interval '10 hours' and o.starts_at < a.at + a.length and o.ends_at > a.at
         and o.state <> 'cancelled' and ob.cancelled_at is null and o.id <> $1
         and (o.batch_id = a.batch_id or o.teacher_id = a.instructor_id))
   order by a.at limit $3`,
)

/** Returns times at which the batch of a class and its instructor are free, the earliest first. @throws HttpError 404 */
export async function listMakeUpTimes({ db }: Pick<Deps, 'db'>, _staff: Staff, { id }: { id: number }): Promise<MakeUpTime[]> {
  await sessionRecords.find(db, id)
  return rows(db, makeUpTimes, [id, days, most])
}
