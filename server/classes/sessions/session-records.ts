import { sessions } from '#contract/classes/staff/sessions.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { equals } from '#server/platform/records/filters.ts'
import { staffRecords } from '#server/platform/records/staff-records.ts'
import { clashes, isToBeHeld } from './class-clashes.ts'

export const sessionRecords = staffRecords(sessions, {
  name: 'sessions_for_staff',
  table: 'class_sessions',
  from: `numbered_sessions r join batches b on b.id = r.batch_id join courses c on c.id = b.course_id
    join instructors i on i.id = r.teacher_id`,
  select: {
    course: 'c.title',
    number: `case when r.state <> 'cancelled' then r.number end`,
    starts_at: isoInstant('r.starts_at'),
    ends_at: isoInstant('r.ends_at'),
    moved_from: isoInstant('r.moved_from'),
    makes_up_for_at: isoInstant('r.makes_up_for_at'),
    made_up_at: isoInstant('r.made_up_at'),
    state: 'r.standing',
    instructor_id: 'r.teacher_id',
    instructor: 'i.name',
    clash: `case when ${isToBeHeld('r', 'b')} and r.ends_at > app_now() then (
      select string_agg('batch ' || o.batch_id || ', ' || oc.title, '; ' order by o.batch_id)
      from numbered_sessions o join batches ob on ob.id = o.batch_id join courses oc on oc.id = ob.course_id
      where ${clashes('o', 'r')} and ${isToBeHeld('o', 'ob')}) end`,
  },
  writes: [
    'starts_at',
    'ends_at',
    'topic',
    'module',
    'notes',
    'prepare',
    'classroom_url',
    'classroom_provider',
    'state',
    'cancel_reason',
    'moved_from',
    'instructor_id',
    'substitute_for',
    'edited',
  ],
  search: `c.title || ' ' || i.name || ' ' || r.module || ' ' || r.topic`,
  filters: {
    batch: equals('integer', 'r.batch_id'),
    from: { type: 'date', sql: (value) => `r.starts_at >= ${value}::timestamp at time zone 'Asia/Kolkata'` },
    to: { type: 'date', sql: (value) => `r.starts_at < (${value} + 1)::timestamp at time zone 'Asia/Kolkata'` },
    // An alternative over two tables, as ids, so that each part has its index.
    instructor: {
      type: 'integer',
      sql: (value) =>
        `(r.instructor_id = ${value} or r.batch_id = any (array(select t.id from batches t where t.instructor_id = ${value}))) and r.teacher_id = ${value}`,
    },
  },
  sorts: { starts_at: { type: 'timestamptz', sql: 'r.starts_at' }, id: { type: 'integer', sql: 'r.id' } },
  conflicts: {
    sessions_never_overlap: {
      code: 'class_overlaps',
      field: 'starts_at',
      message: 'Another class of this batch is at that time.',
    },
  },
})
