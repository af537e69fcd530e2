import { needDays, type TeachingDay, weekDays } from '#contract/classes/staff/teaching.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { batchesTaughtBy, classesSubstitutedBy, seesClass } from '#server/classes/sessions/taught-classes.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { one, row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { ownClassRecords, studentsOfBatch } from './own-records.ts'

const teachingClock = statement<{ now: string; day: string; until: string }>(
  'teaching_clock',
  `select ${isoInstant('app_now()')} as now, to_char(t.day, 'YYYY-MM-DD') as day,
     to_char(t.day + $1::integer - 1, 'YYYY-MM-DD') as until
   from (select (app_now() at time zone 'Asia/Kolkata')::date as day) t`,
)
const studentsOfNextClass = statement<{ students: number }>(
  'students_of_next_class',
  `select ${studentsOfBatch('$1')} as students`,
)
interface LastClass {
  session_id: number
  number: number
  absent: string[] | null
}
// A class of which nothing is known has no evidence of anybody: then nobody is absent.
const lastClassTaught = statement<LastClass>(
  'last_class_taught',
  `select n.id as session_id, n.number, case when exists (select from attendance_evidence e where e.session_id = n.id and e.user_id is not null)
       or exists (select from attendance_decisions d where d.session_id = n.id and d.status is not null)
     then (select coalesce(array_agg(u.full_name order by lower(u.full_name), u.id), '{}')
       from class_attendance(n.batch_id, null) a join users u on u.id = a.user_id
       where a.session_id = n.id and a.active and a.status = 'absent') end as absent
   from numbered_sessions n where n.batch_id = $1 and ${seesClass('n', '$2')} and n.state <> 'cancelled' and n.ends_at <= app_now() order by n.starts_at desc, n.id desc limit 1`,
)
// A class that nobody can join, one without notes, and one whose recording should be there by now.
const needsOfInstructor = statement<TeachingDay['needs'][number]>(
  'needs_of_instructor',
  `select n.id as session_id, b.id as batch_id, c.title as course, n.number, n.total, n.topic,
     ${isoInstant('n.starts_at')} as starts_at, k.kind
   from instructors me
   join batches b on b.cancelled_at is null and (b.instructor_id = me.id
     or exists (select from class_sessions s where s.batch_id = b.id and s.instructor_id = me.id))
   join courses c on c.id = b.course_id
   cross join lateral (select v.* from numbered_sessions v where v.batch_id = b.id offset 0) n
   cross join lateral (
     select 'classroom' as kind
     where n.ends_at > app_now() and coalesce(n.classroom_provider, b.classroom_provider) = 'link' and coalesce(n.classroom_url, b.classroom_url) is null
     union all select 'report' where exists (select from attendance_imports m join attendance_import_rows x on x.import_id = m.id
       where m.session_id = n.id and m.state = 'done' and x.state = 'unmatched')
     union all select 'notes' where n.ends_at <= app_now() and n.notes = ''
     union all select 'recording' where exists (select from session_recordings r where r.session_id = n.id and r.state = 'missing')
   ) k
   where me.staff_id = $1 and n.state <> 'cancelled' and n.teacher_id = me.id
     and n.ends_at > app_now() - make_interval(days => $2::integer)
     and n.starts_at < app_now() + make_interval(days => $2::integer)
   order by n.ends_at <= app_now(), case when n.ends_at > app_now() then n.starts_at end, n.starts_at desc, k.kind`,
)
const changesForInstructor = statement<TeachingDay['changes'][number]>(
  'changes_for_instructor',
  `select x.id::float8 as id, x.change, b.id as batch_id, c.title as course, s.id as session_id, s.topic,
     ${isoInstant('s.starts_at')} as starts_at, ${isoInstant('x.created_at')} as at
   from class_notices x
   join batches b on b.id = x.batch_id
   join courses c on c.id = b.course_id
   left join class_sessions s on s.id = x.session_id
   where x.created_at > app_now() - interval '7 days'
     and (x.batch_id = any (array(${batchesTaughtBy('$1')})) or x.session_id = any (array(${classesSubstitutedBy('$1')})))
   order by x.id desc limit 10`,
)

/** Returns what an instructor needs today. Empty for staff who teach nothing. */
export async function readTeachingDay(deps: Deps, staff: Staff): Promise<TeachingDay> {
  const { now, day, until } = await one(deps.db, teachingClock, [weekDays])
  const page = { limit: 100, sort: 'starts_at' }
  const [week, coming, needs, changes] = await Promise.all([
    ownClassRecords.list(deps, staff, { filter: { mine: true, from: day, to: until }, page }),
    ownClassRecords.list(deps, staff, { filter: { mine: true, ahead: true }, page: { ...page, limit: 1 } }),
    rows(deps.db, needsOfInstructor, [staff.id, needDays]),
    rows(deps.db, changesForInstructor, [staff.id]),
  ])
  const [first] = coming.items
  const next = first ? { ...first, ...(await readAround(deps, staff, first.batch_id)) } : null
  return { now, day, next, week: week.items, needs, changes }
}

async function readAround(deps: Deps, staff: Staff, batchId: number) {
  const [{ students }, last] = await Promise.all([
    one(deps.db, studentsOfNextClass, [batchId]),
    row(deps.db, lastClassTaught, [batchId, staff.id]),
  ])
  return { students, last: last ?? null }
}
