import type { ClassPlan, PatternInput } from '#contract/staff/batches.ts'
import { notifiedByPattern } from '../../class-changes/people-of-batch.ts'
import { isoInstant } from '../../db/iso-instant.ts'
import { type Queryable, rows, statement } from '../../db/query.ts'

// A new batch has all its classes; of another one those that have begun are kept. Without a calendar any holiday is marked.
const plannedClasses = statement<ClassPlan['sessions'][number]>(
  'planned_classes',
  `select p.change, p.session_id, ${isoInstant('p.was_at')} as was_at, ${isoInstant('p.starts_at')} as starts_at,
     ${isoInstant('p.ends_at')} as ends_at, h.name as holiday
   from plan_sessions($1::integer, $2::smallint[], $3::time, $4::integer, $5::date, $6::integer, $7::date, $8::text,
     case when $1 is null then '-infinity'::timestamptz else app_now() end) p
   left join lateral (
     select d.name from holidays d
     where d.day = (p.starts_at at time zone 'Asia/Kolkata')::date and ($8 is null or d.calendar = $8)
     order by d.calendar limit 1
   ) h on true
   order by coalesce(p.starts_at, p.was_at)`,
)
const skippedHolidays = statement<ClassPlan['skipped'][number]>(
  'skipped_holidays',
  `select to_char(h.day, 'YYYY-MM-DD') as day, h.name from holidays h
   where h.calendar = $1 and (h.day = $2::date or extract(isodow from h.day)::smallint = any ($3::smallint[]))
     and h.day between $2 and coalesce($4::date, ($5::timestamptz at time zone 'Asia/Kolkata')::date)
   order by h.day`,
)

/** Returns the classes that a pattern makes, for a new batch or compared with those of one. Writes nothing. */
export async function planClasses(db: Queryable, batchId: number | null, pattern: PatternInput): Promise<ClassPlan> {
  const { first_day, clock, weekdays, minutes, class_count, last_day, calendar } = pattern
  const values = [batchId, weekdays, clock, minutes, first_day, class_count, last_day, calendar]
  const sessions = await rows(db, plannedClasses, values)
  const end = sessions.findLast((session) => session.starts_at !== null)?.starts_at ?? null
  const skipped = await rows(db, skippedHolidays, [calendar, first_day, weekdays, last_day, end])
  const changes = batchId !== null && sessions.some(({ change }) => change !== 'unchanged')
  return { sessions, skipped, tells: changes ? await notifiedByPattern(db, batchId) : { students: 0, instructors: [] } }
}
