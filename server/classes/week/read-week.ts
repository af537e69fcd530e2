import {
  type ClassOfWeek,
  mostClashesOfClass,
  mostClassesOfWeek,
  type readWeek as contract,
  type Week,
} from '#contract/classes/staff/week.ts'
import type { ParsedOf } from '#contract/endpoint.ts'
import { clashes, isToBeHeld } from '#server/classes/sessions/class-clashes.ts'
import { givesClass, seesClass, teacherOf } from '#server/classes/sessions/taught-classes.ts'
import type { Deps } from '#server/deps.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { midnightSql } from '#server/platform/db/days-in-india.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { rows, statement } from '#server/platform/db/query.ts'
import { readRange } from './read-range.ts'

const classesOfWeek = statement<ClassOfWeek>(
  'classes_of_week',
  // A class may begin on the day before. None lasts longer than ten hours, so all are found by their start. What the instructor of
  // another class teaches besides is not for an instructor. Each part runs once: in the evening all batches have a class.
  `with shown as materialized (
     select r.id, r.batch_id, r.state, r.standing, r.number, r.total, r.topic, r.starts_at, r.ends_at, r.cancel_reason, r.teacher_id,
       r.substitute_for, b.course_id, not b.published as is_draft, ${isToBeHeld('r', 'b')} and r.ends_at > app_now() as is_ahead
     from numbered_sessions r join batches b on b.id = r.batch_id
     where r.starts_at > ${midnightSql('$1::date')} - interval '10 hours' and r.starts_at < ${midnightSql('$2::date + 1')}
       and r.ends_at > ${midnightSql('$1::date')}
       and ($3::integer is null or b.course_id = $3) and ($4::integer is null or r.batch_id = $4)
       and ($5::integer is null or r.teacher_id = $5) and ${seesClass('r', '$6')}
     order by r.starts_at, r.id limit $7),
   taught as materialized (
     select r.id, r.batch_id, r.teacher_id, r.starts_at, r.ends_at, c.title as course
     from numbered_sessions r join batches b on b.id = r.batch_id join courses c on c.id = b.course_id
     where r.starts_at > ${midnightSql('$1::date - 1')} and r.starts_at < ${midnightSql('$2::date + 2')} and ${isToBeHeld('r', 'b')}),
   clashing as materialized (
     select session_id, jsonb_agg(jsonb_build_object('id', id, 'batch_id', batch_id, 'course', course,
       'starts_at', ${isoInstant('starts_at')}, 'ends_at', ${isoInstant('ends_at')}) order by starts_at, id) as classes
     from (select r.id as session_id, o.*, row_number() over (partition by r.id order by o.starts_at, o.id) as place
       from shown r join taught o on ${clashes('o', 'r')}
       where r.is_ahead and ($6::integer is null or ${givesClass('r', '$6')})) found
     where place <= ${mostClashesOfClass} group by session_id)
   select r.id, r.batch_id, c.title as course, case when r.state <> 'cancelled' then r.number end as number, r.total, r.topic,
     ${isoInstant('r.starts_at')} as starts_at, ${isoInstant('r.ends_at')} as ends_at, r.standing as state, r.cancel_reason,
     r.teacher_id as instructor_id, i.name as instructor, r.substitute_for is not null as is_substitute, r.is_draft,
     coalesce(k.classes, '[]') as clashes
   from shown r join courses c on c.id = r.course_id join instructors i on i.id = r.teacher_id left join clashing k on k.session_id = r.id
   order by r.starts_at, r.id`,
)
const holidaysOfWeek = statement<Week['holidays'][number]>(
  'holidays_of_week',
  `select to_char(h.day, 'YYYY-MM-DD') as day, h.calendar, h.name from holidays h
   where h.day between $1::date and $2::date
     and ($3::integer is null or h.calendar = (select p.calendar from batch_patterns p where p.batch_id = $3))
   order by h.day, h.calendar`,
)

/** Returns the classes of a week or a day that the person sees, at most `mostClassesOfWeek`, and the holidays of all calendars or the batch's. */
export async function readWeek(
  { db }: Pick<Deps, 'db'>,
  staff: Staff,
  { course, batch, instructor, ...asked }: ParsedOf<typeof contract>['query'],
): Promise<Week> {
  const { now, from, to } = await readRange(db, asked)
  const [classes, holidays] = await Promise.all([
    rows(db, classesOfWeek, [
      from,
      to,
      course ?? null,
      batch ?? null,
      instructor ?? null,
      teacherOf(staff, 'week:read'),
      mostClassesOfWeek + 1,
    ]),
    rows(db, holidaysOfWeek, [from, to, batch ?? null]),
  ])
  return { now, from, to, classes: classes.slice(0, mostClassesOfWeek), has_more: classes.length > mostClassesOfWeek, holidays }
}
