import { type FreeTimes, type listFreeTimes as contract, teachingHours } from '#contract/classes/staff/week.ts'
import type { ParsedOf } from '#contract/endpoint.ts'
import type { Deps } from '#server/deps.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { midnightSql } from '#server/platform/db/days-in-india.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { one, rows, statement } from '#server/platform/db/query.ts'
import { notFound } from '#server/platform/errors/errors.ts'
import { readRange } from './read-range.ts'

const whoIsFree = statement<{ instructor: boolean; batch: boolean }>(
  'who_is_free',
  `select exists (select from instructors where id = $1) as instructor,
     $2::integer is null or exists (select from batches where id = $2) as batch`,
)
const at = (clock: string) => `(d.day + time '${clock}') at time zone 'Asia/Kolkata'`
const freeTimes = statement<FreeTimes['free'][number]>(
  'free_times',
  // Nothing is free before the next quarter of an hour, and nothing on a holiday of the batch. The classes of the instructor and of
  // the batch are found by their start, as no class lasts longer than ten hours.
  `with open_times as (
     select tstzrange(greatest(${at(teachingHours.from)}, date_bin('15 minutes', app_now(), '2000-01-01 00:00Z') + interval '15 minutes'),
       ${at(teachingHours.to)}) as times
     from (select generate_series($1::date, $2::date, interval '1 day')::date as day) d
     where ${at(teachingHours.to)} > app_now() + interval '15 minutes'
       and not exists (select from holidays h join batch_patterns p on p.calendar = h.calendar where p.batch_id = $4 and h.day = d.day)),
   taken as (
     select range_agg(tstzrange(r.starts_at, r.ends_at)) as times
     from numbered_sessions r join batches b on b.id = r.batch_id
     where r.starts_at > ${midnightSql('$1::date')} - interval '10 hours' and r.starts_at < ${midnightSql('$2::date + 1')}
       and r.state <> 'cancelled' and b.cancelled_at is null and r.id is distinct from $5::integer
       and (r.teacher_id = $3::integer or r.batch_id = $4::integer))
   select ${isoInstant('lower(f.times)')} as starts_at, ${isoInstant('upper(f.times)')} as ends_at
   from open_times o cross join taken t
   cross join lateral unnest(tstzmultirange(o.times) - coalesce(t.times, '{}')) as f(times)
   where upper(f.times) - lower(f.times) >= make_interval(mins => $6)
   order by f.times`,
)

/** Returns when an instructor and a batch have no class within the teaching hours. @throws HttpError 404 */
export async function listFreeTimes(
  { db }: Pick<Deps, 'db'>,
  _staff: Staff,
  { instructor, batch, session, minutes, ...asked }: ParsedOf<typeof contract>['query'],
): Promise<FreeTimes> {
  const found = await one(db, whoIsFree, [instructor, batch ?? null])
  if (!found.instructor) throw notFound('Instructor not found.')
  if (!found.batch) throw notFound('Batch not found.')
  const { from, to } = await readRange(db, asked)
  return { from, to, free: await rows(db, freeTimes, [from, to, instructor, batch ?? null, session ?? null, minutes]) }
}
