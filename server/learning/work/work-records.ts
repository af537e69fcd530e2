import { exercises, submissions } from '#contract/learning/staff/work.ts'
import { isTaughtBy, ownClassesOnly } from '#server/classes/sessions/taught-classes.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { equals } from '#server/platform/records/filters.ts'
import { readRecords } from '#server/platform/records/read-records.ts'
import { staffRecords } from '#server/platform/records/staff-records.ts'
import { isReplaced, numberOfClass } from './taught.ts'

const isIn = (user: string, batch: string) =>
  `exists (select from active_enrolments e where e.user_id = ${user} and e.batch_id = ${batch})`

/** Students who are in the batch now and whose last attempt meets a condition. */
const studentsWhere = (
  condition: string,
) => `(select count(*)::integer from submissions l left join submission_reviews w on w.submission_id = l.id
  where l.exercise_id = r.id and not ${isReplaced('l')} and ${isIn('l.user_id', 's.batch_id')} and ${condition})`

export const exerciseRecords = staffRecords(exercises, {
  name: 'exercises_for_staff',
  table: 'exercises',
  from: `exercises r join class_sessions s on s.id = r.session_id
    join batches b on b.id = s.batch_id join courses c on c.id = b.course_id`,
  select: {
    batch_id: 's.batch_id',
    course: 'c.title',
    number: numberOfClass,
    topic: 's.topic',
    starts_at: isoInstant('s.starts_at'),
    due_at: isoInstant('r.due_at'),
    students: '(select count(*)::integer from active_enrolments e where e.batch_id = s.batch_id)',
    handed_in: studentsWhere('true'),
    waiting: studentsWhere('w.id is null'),
    accepted: studentsWhere(`w.outcome = 'accepted'`),
    may_write: (own) => `(${own} is null or ${isTaughtBy('r.session_id', own)})`,
  },
  writes: ['session_id', 'title', 'text', 'link', 'due_at'],
  search: `c.title || ' ' || r.title || ' ' || s.topic`,
  filters: {
    session: equals('integer', 'r.session_id'),
    batch: equals('integer', 's.batch_id'),
  },
  sorts: {
    due_at: { type: 'timestamptz', sql: 'r.due_at' },
    title: { type: 'text', sql: 'lower(r.title)' },
    id: { type: 'integer', sql: 'r.id' },
  },
  own: { ...ownClassesOnly('r.session_id'), writes: 'work:write' },
})

// `reviewed` says whether there is a review, so that the others read no reviews.
const state = `case when r.reviewed then (select w.outcome from submission_reviews w where w.submission_id = r.id) when ${isReplaced('r')} then 'replaced'
  when not ${isIn('r.user_id', 's.batch_id')} then 'left' else 'waiting' end`

// Subselects are read for the rows of a page alone; joins would be made for every attempt that is tried.
const student = '(select u.full_name from users u where u.id = r.user_id)'
const course = '(select c.title from batches b join courses c on c.id = b.course_id where b.id = s.batch_id)'

export const submissionRecords = readRecords(submissions, {
  name: 'submissions_for_staff',
  from: 'submissions r join exercises x on x.id = r.exercise_id join class_sessions s on s.id = x.session_id',
  select: {
    id: 'r.id::float8',
    exercise: 'x.title',
    session_id: 's.id',
    batch_id: 's.batch_id',
    course,
    number: numberOfClass,
    student,
    late: 'r.submitted_at > x.due_at',
    state,
    submitted_at: isoInstant('r.submitted_at'),
    age_days: `case when ${state} = 'waiting' then (working_hours(r.submitted_at, app_now()) / 24)::float8 end`,
  },
  search: `${student} || ' ' || x.title || ' ' || ${course}`,
  filters: {
    batch: equals('integer', 's.batch_id'),
    exercise: equals('integer', 'x.id'),
    state: {
      type: 'text',
      // The last conditions repeat a part of the state for the indexes. A state is estimated to be rare; inside coalesce
      // it is not, so that the first attempts in the order are tried.
      sql: (value) => `coalesce(${state} = ${value}, false) and r.reviewed = (${value} in ('accepted', 'again'))
        and (${value} not in ('accepted', 'again') or r.id in (select w.submission_id from submission_reviews w where w.outcome = ${value}))
        and (${value} <> 'waiting' or ${isIn('r.user_id', 's.batch_id')})`,
    },
  },
  sorts: { submitted_at: { type: 'timestamptz', sql: 'r.submitted_at' }, id: { type: 'bigint', sql: 'r.id' } },
  own: ownClassesOnly('x.session_id'),
})
