import type { MakeUpTime } from '#contract/classes/staff/sessions.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { freeTimesSql } from './free-times.ts'
import { sessionRecords } from './session-records.ts'

/** Days from the class on, or from today, that are looked at, and times that are offered. */
const days = 28
const most = 8

const asked = (column: string) => `(select a.${column} from asked a)`
const makeUpTimes = statement<MakeUpTime>(
  'make_up_times',
  // A class of the evening can be made up in the morning of a weekend too.
  `with asked as materialized (
     select s.id, s.batch_id, b.instructor_id, s.ends_at - s.starts_at as length, p.clock, greatest(s.starts_at, app_now()) as since,
       (greatest(s.starts_at, app_now()) at time zone 'Asia/Kolkata')::date as first_day
     from class_sessions s join batches b on b.id = s.batch_id join batch_patterns p on p.batch_id = b.id where s.id = $1
   ), free as (${freeTimesSql({
     firstDay: asked('first_day'),
     lastDay: `(${asked('first_day')} + $2::integer)`,
     opens: `interval '0 hours'`,
     closes: `interval '24 hours'`,
     instructor: asked('instructor_id'),
     batch: asked('batch_id'),
     session: asked('id'),
   })}), slots as (
     select distinct (d.day + c.clock) at time zone 'Asia/Kolkata' as at, a.length, a.since
     from asked a
     cross join lateral (select a.first_day + n as day from generate_series(0, $2::integer) n) d
     cross join lateral (values (a.clock), (time '10:00')) c (clock)
     where c.clock = a.clock or extract(isodow from d.day) >= 6
   )
   select ${isoInstant('s.at')} as starts_at, ${isoInstant('(s.at + s.length)')} as ends_at
   from slots s join free f on f.times @> tstzrange(s.at, s.at + s.length)
   where s.at > s.since
   order by s.at limit $3`,
)

/** Returns times at which the batch of a class and its instructor are free, the earliest first. @throws HttpError 404 */
export async function listMakeUpTimes({ db }: Pick<Deps, 'db'>, _staff: Staff, { id }: { id: number }): Promise<MakeUpTime[]> {
  await sessionRecords.find(db, id)
  return rows(db, makeUpTimes, [id, days, most])
}
