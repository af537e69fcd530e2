import type { ClassPlan, PatternInput } from '#contract/classes/staff/batches.ts'
import { notifiedByPattern } from '#server/classes/class-changes/people-of-batch.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { type Queryable, rows, statement } from '#server/platform/db/query.ts'

// A new batch has all its classes; of another one those that have begun are kept, and those that generation does not remove. A cancelled
// one is none. Without a calendar any holiday is marked.
const plannedClasses = statement<ClassPlan['sessions'][number]>(
  'planned_classes',
  `select case when k.stays then 'unchanged' else p.change end as change, p.session_id, ${isoInstant('p.was_at')} as was_at,
     ${isoInstant('case when k.stays then p.was_at else p.starts_at end')} as starts_at,
     ${isoInstant('case when k.stays then p.was_until else p.ends_at end')} as ends_at, h.name as holiday, coalesce(s.topic, '') as topic
   from plan_sessions($1::integer, $2::smallint[], $3::time, $4::integer, $5::date, $6::integer, $7::date, $8::text,
     case when $1 is null then '-infinity'::timestamptz else app_now() end) p
   cross join lateral (select p.change = 'removed' and is_class_kept(p.session_id) as stays) k
   left join class_sessions s on s.id = p.session_id
   left join lateral (
     select d.name from holidays d
     where d.day = (p.starts_at at time zone 'Asia/Kolkata')::date and ($8 is null or d.calendar = $8)
     order by d.calendar limit 1
   ) h on true
   where s.state is distinct from 'cancelled' or p.change <> 'unchanged'
   order by coalesce(p.starts_at, p.was_at)`,
)
const skippedHolidays = statement<ClassPlan['skipped'][number]>(
  'skipped_holidays',
  `select to_char(h.day, 'YYYY-MM-DD') as day, h.name from holidays h
   where h.calendar = $1 and (h.day = $2::date or extract(isodow from h.day)::smallint = any ($3::smallint[]))
     and h.day between $2 and coalesce($4::date, ($5::timestamptz at time zone 'Asia/Kolkata')::date)
   order by h.day`,
)

// Classes of other batches that the instructor teaches, or the substitute of a class. Of a batch that exists, only what changes.
const clashesOfPlan = statement<ClassPlan['clashes'][number]>(
  'clashes_of_plan',
  `with planned as materialized (
     select p.session_id, p.change, p.starts_at, p.ends_at
     from plan_sessions($1::integer, $2::smallint[], $3::time, $4::integer, $5::date, $6::integer, $7::date, $8::text,
       case when $1 is null then '-infinity'::timestamptz else app_now() end) p
     where p.ends_at > app_now()
   ), busy as materialized (
     select o.starts_at, o.ends_at, o.batch_id, c.title, o.teacher_id as instructor_id
     from numbered_sessions o join batches b on b.id = o.batch_id and b.cancelled_at is null join courses c on c.id = b.course_id
     where o.state <> 'cancelled' and o.batch_id is distinct from $1 and o.ends_at > app_now()
       and o.starts_at < (select max(ends_at) from planned)
   )
   select ${isoInstant('p.starts_at')} as starts_at, i.name || ': batch ' || o.batch_id || ', ' || o.title as what
   from planned p left join class_sessions s on s.id = p.session_id
   join busy o on o.instructor_id = coalesce(s.instructor_id, $9::integer) and o.starts_at < p.ends_at and o.ends_at > p.starts_at
   join instructors i on i.id = o.instructor_id
   where coalesce(s.state, 'scheduled') <> 'cancelled'
     and ($1 is null or p.change <> 'unchanged' or $9 is distinct from (select instructor_id from batches where id = $1))
   order by p.starts_at, o.batch_id`,
)

/** Returns the classes that a pattern makes, for a new batch or compared with those of one. Writes nothing. */
export async function planClasses(
  db: Queryable,
  { id: batchId, instructorId }: { id: number | null; instructorId: number | null },
  pattern: PatternInput,
): Promise<ClassPlan> {
  const { first_day, clock, weekdays, minutes, class_count, last_day, calendar } = pattern
  const values = [batchId, weekdays, clock, minutes, first_day, class_count, last_day, calendar]
  const sessions = await rows(db, plannedClasses, values)
  const end = sessions.findLast((session) => session.starts_at !== null)?.starts_at ?? null
  const skipped = await rows(db, skippedHolidays, [calendar, first_day, weekdays, last_day, end])
  const changes = batchId !== null && sessions.some(({ change }) => change !== 'unchanged')
  const clashes = await rows(db, clashesOfPlan, [...values, instructorId])
  return { sessions, skipped, clashes, tells: changes ? await notifiedByPattern(db, batchId) : { students: 0, instructors: [] } }
}
