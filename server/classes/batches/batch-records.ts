import { batches } from '#contract/classes/staff/batches.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { equals } from '#server/platform/records/filters.ts'
import { stateOfBatch } from './batch-state.ts'
import { staffRecords } from '#server/platform/records/staff-records.ts'

const state = stateOfBatch('r')

/** What staff change. */
const columns = [
  'course_id',
  'mode_of_training',
  'batch_type',
  'instructor_id',
  'capacity',
  'classroom_url',
  'classroom_provider',
] as const

export const batchRecords = staffRecords(batches, {
  name: 'batches_for_staff',
  table: 'batches',
  from: `batches r join courses c on c.id = r.course_id join instructors i on i.id = r.instructor_id
    join batch_patterns p on p.batch_id = r.id`,
  select: {
    course: 'c.title',
    instructor: 'i.name',
    state,
    starts_at: isoInstant('r.starts_at'),
    ends_at: isoInstant('r.ends_at'),
    time: 'r.time_text',
    first_day: `to_char(p.first_day, 'YYYY-MM-DD')`,
    clock: `to_char(p.clock, 'HH24:MI')`,
    weekdays: 'p.weekdays',
    minutes: 'p.minutes',
    class_count: 'p.class_count',
    last_day: `to_char(p.last_day, 'YYYY-MM-DD')`,
    calendar: 'p.calendar',
    classes: `(select count(*) from class_sessions s where s.batch_id = r.id and s.state <> 'cancelled')::integer`,
    students: `(select count(*) from active_enrolments e where e.batch_id = r.id)::integer`,
  },
  writes: [...columns, 'published'],
  columnsOf: (body) =>
    Object.fromEntries(columns.flatMap((column) => (body[column] === undefined ? [] : [[column, body[column]]]))),
  search: `c.title || ' ' || i.name || ' ' || r.batch_type || ' ' || r.mode_of_training || ' batch ' || r.id`,
  filters: {
    course: equals('integer', 'r.course_id'),
    state: equals('text', state),
    instructor: equals('integer', 'r.instructor_id'),
  },
  sorts: {
    starts_at: { type: 'timestamptz', sql: 'r.starts_at' },
    course: { type: 'text', sql: 'c.title' },
    id: { type: 'integer', sql: 'r.id' },
  },
})
