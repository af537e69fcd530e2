import { answerHours } from '#contract/desk/staff/leads.ts'
import { type QuestionRecord, questions, type StaffAnswer } from '#contract/learning/staff/questions.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { batchesTaughtBy, classesSubstitutedBy, teacherOf } from '#server/classes/sessions/taught-classes.ts'
import { dayFiltersOf, dayInIndiaSql } from '#server/platform/db/days-in-india.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { rows, statement } from '#server/platform/db/query.ts'
import { countedHours, waitedAtLeast } from '#server/platform/db/working-hours.ts'
import type { Deps } from '#server/deps.ts'
import { equals } from '#server/platform/records/filters.ts'
import { readRecords } from '#server/platform/records/read-records.ts'
import { authorJoins, authorName, authorRole, fullName } from './question-sql.ts'

// Subselects are read for the rows of a page alone; joins would be made for every question before the order is known.
const student = `(select ${fullName('u')} from users u where u.id = r.user_id)`
const course = '(select c.title from batches b join courses c on c.id = b.course_id where b.id = r.batch_id)'
const ofClass = (column: string) =>
  `(select ${column} from numbered_sessions n where n.id = r.session_id and n.batch_id = r.batch_id)`

const isWaiting = 'w.question_id is not null'
const isAccepted = 'exists (select from answers x where x.question_id = r.id and x.accepted_at is not null)'
const state = `case when ${isWaiting} then 'waiting' when ${isAccepted} then 'accepted' else 'answered' end`
const since = 'coalesce(w.waits_since, r.created_at)'

export const questionRecords = readRecords<typeof questions, QuestionRecord>(questions, {
  name: 'questions_for_staff',
  // Few questions wait. Triggers store them in question_waits by the rule of the view question_states.
  from: `questions r left join question_waits w on w.question_id = r.id`,
  select: {
    course,
    batch_starts_on: `(select ${dayInIndiaSql('b.starts_at')} from batches b where b.id = r.batch_id)`,
    class_number: ofClass(`case when n.state <> 'cancelled' then n.number end`),
    class_topic: ofClass('n.topic'),
    student_id: 'r.user_id::float8',
    student,
    state,
    created_at: isoInstant('r.created_at'),
    since_at: isoInstant(since),
    age_hours: `case when ${isWaiting} then ${countedHours('w.waits_since')} end`,
    answer_count: '(select count(*)::integer from answers x where x.question_id = r.id)',
  },
  search: `concat_ws(' ', r.title, r.body, ${student}, ${course}, ${ofClass('n.topic')})`,
  filters: {
    // The value is known when the list is planned, so that one branch is left.
    state: { type: 'text', sql: (value) => `case ${value} when 'waiting' then ${isWaiting} else (${state}) = ${value} end` },
    is_late: equals('boolean', `(${isWaiting} and ${waitedAtLeast('w.waits_since', answerHours.late)})`),
    batch: equals('integer', 'r.batch_id'),
    session: equals('integer', 'r.session_id'),
    ...dayFiltersOf('r.created_at'),
  },
  sorts: { since_at: { type: 'timestamptz', sql: since }, id: { type: 'integer', sql: 'r.id' } },
  // An instructor answers own batches, and classes taught as a substitute.
  own: {
    sql: (own) => `r.id = any (array(
      select q.id from questions q where q.batch_id in (${batchesTaughtBy(own)})
      union all select q.id from questions q where q.session_id in (${classesSubstitutedBy(own)})))`,
    of: teacherOf,
  },
})

const answersForStaff = statement<StaffAnswer>(
  'answers_for_staff',
  `select a.id, a.body, ${authorName(fullName('w'))} as by, ${authorRole} as role, coalesce(a.user_id = q.user_id, false) as of_asker,
     ${isoInstant('a.created_at')} as created_at, a.accepted_at is not null as accepted
   from answers a join questions q on q.id = a.question_id ${authorJoins} where a.question_id = $1 order by a.id`,
)

/** @throws HttpError 404 */
export async function readQuestionAnswers(deps: Deps, staff: Staff, id: number): Promise<StaffAnswer[]> {
  await questionRecords.find(deps.db, id, staff)
  return rows(deps.db, answersForStaff, [id])
}
