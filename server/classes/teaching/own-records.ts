import { joinOpensMinutes } from '#contract/rules.ts'
import { ownBatches, ownClasses, ownStudents } from '#contract/classes/staff/teaching.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { stateOfBatch } from '#server/classes/batches/batch-state.ts'
import { isTaughtBy, seesBatch } from '#server/classes/sessions/taught-classes.ts'
import { dayFiltersOf } from '#server/platform/db/days-in-india.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { isReachable } from '#server/messaging/mail/reachable-user.ts'
import { equals } from '#server/platform/records/filters.ts'
import { readRecords } from '#server/platform/records/read-records.ts'

/** Everybody reads own records alone, also an owner, who teaches none. */
const of = ({ id }: Staff) => id

const batchState = stateOfBatch('r')
/** SQL condition: the instructor `i` is the person. */
const isTeacher = (own: string) => `coalesce(i.staff_id = ${own}, false)`
const classesWhere = (condition: string) =>
  `(select count(*) from class_sessions s where s.batch_id = r.id and s.state <> 'cancelled'${condition})::integer`

/** Students who can attend. */
export const studentsOfBatch = (batch: string) => `(select count(*) from active_enrolments e join users u on u.id = e.user_id
  where e.batch_id = ${batch} and ${isReachable('u')})::integer`

export const ownBatchRecords = readRecords(ownBatches, {
  name: 'own_batches',
  from: 'batches r join courses c on c.id = r.course_id join instructors i on i.id = r.instructor_id',
  select: {
    course: 'c.title',
    starts_at: isoInstant('r.starts_at'),
    ends_at: isoInstant('r.ends_at'),
    time: 'r.time_text',
    state: batchState,
    classes: classesWhere(''),
    classes_held: classesWhere(' and s.ends_at <= least(app_now(), r.cancelled_at)'),
    students: studentsOfBatch('r.id'),
    teaches: isTeacher,
  },
  search: `c.title || ' ' || r.batch_type || ' ' || r.mode_of_training || ' batch ' || r.id`,
  filters: {
    state: equals('text', batchState),
    teaches: { type: 'boolean', sql: (value, own) => `${isTeacher(own)} = ${value}` },
  },
  sorts: {
    starts_at: { type: 'timestamptz', sql: 'r.starts_at' },
    course: { type: 'text', sql: 'c.title' },
    id: { type: 'integer', sql: 'r.id' },
  },
  own: { sql: (own) => seesBatch('r.id', own), of, always: true },
})

export const ownClassRecords = readRecords(ownClasses, {
  name: 'own_classes',
  from: `numbered_sessions r join batches b on b.id = r.batch_id join courses c on c.id = b.course_id
    join instructors i on i.id = r.teacher_id
    left join instructors f on f.id = r.substitute_for
    join session_recordings k on k.session_id = r.id`,
  select: {
    course: 'c.title',
    number: `case when r.state <> 'cancelled' then r.number end`,
    starts_at: isoInstant('r.starts_at'),
    ends_at: isoInstant('r.ends_at'),
    opens_at: isoInstant(`(r.starts_at - interval '${joinOpensMinutes} minutes')`),
    state: 'r.standing',
    moved_from: isoInstant('r.moved_from'),
    makes_up_for_at: isoInstant('r.makes_up_for_at'),
    made_up_at: isoInstant('r.made_up_at'),
    instructor: 'i.name',
    mine: isTeacher,
    substitute_for: 'f.name',
    has_classroom: `coalesce(r.classroom_provider, b.classroom_provider) <> 'link' or coalesce(r.classroom_url, b.classroom_url) is not null`,
    recording: 'k.state',
  },
  search: `c.title || ' ' || r.module || ' ' || r.topic`,
  filters: {
    batch: equals('integer', 'b.id'),
    ...dayFiltersOf('r.starts_at'),
    mine: { type: 'boolean', sql: (value, own) => `${isTeacher(own)} = ${value}` },
    ahead: equals('boolean', `(r.ends_at > app_now() and r.standing <> 'cancelled')`),
  },
  sorts: { starts_at: { type: 'timestamptz', sql: 'r.starts_at' }, id: { type: 'integer', sql: 'r.id' } },
  // The whole timetable of an own batch; of others, the classes that the person teaches.
  own: { sql: (own) => isTaughtBy('r.id', own), of, always: true },
})

export const ownStudentRecords = readRecords(ownStudents, {
  name: 'own_students',
  from: 'active_enrolments r join users u on u.id = r.user_id',
  select: { name: 'u.full_name', enrolled_at: isoInstant('r.created_at') },
  search: 'u.full_name',
  filters: { batch: equals('integer', 'r.batch_id') },
  sorts: {
    name: { type: 'text', sql: 'lower(u.full_name)' },
    enrolled_at: { type: 'timestamptz', sql: 'r.created_at' },
    id: { type: 'integer', sql: 'r.id' },
  },
  only: isReachable('u'),
  own: { sql: (own) => seesBatch('r.batch_id', own), of, always: true },
})
