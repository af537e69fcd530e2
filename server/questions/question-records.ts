import { type QuestionRecord, questions, type StaffAnswer } from '#contract/staff/questions.ts'
import type { Staff } from '../auth/principal.ts'
import { dayFiltersOf, dayInIndiaSql } from '../db/days-in-india.ts'
import { isoInstant } from '../db/iso-instant.ts'
import { rows, statement } from '../db/query.ts'
import type { Deps } from '../deps.ts'
import { readRecords } from '../records/read-records.ts'
import { authorJoins, authorName, authorRole, fullName, questionJoins } from './question-sql.ts'

const state = `case when s.accepted then 'accepted' when s.waits_since is not null then 'waiting' else 'answered' end`
const since = 'coalesce(s.waits_since, r.created_at)'
/** Later than this an answer is late in any case, so the days are not counted further. */
const countedDays = 14

export const questionRecords = readRecords<typeof questions, QuestionRecord>(questions, {
  name: 'questions_for_staff',
  from: `questions r ${questionJoins} join instructors h on h.id = b.instructor_id`,
  select: {
    course: 'c.title',
    batch_starts_on: dayInIndiaSql('b.starts_at'),
    class_number: 'n.number',
    class_topic: 'n.topic',
    student_id: 'r.user_id::float8',
    student: fullName('u'),
    state,
    created_at: isoInstant('r.created_at'),
    since_at: isoInstant(since),
    age_hours: `case when s.waits_since is not null then
      round(working_hours(s.waits_since, least(app_now(), s.waits_since + interval '${countedDays} days')), 2)::float end`,
    answer_count: 's.answers',
  },
  search: `concat_ws(' ', r.title, r.body, ${fullName('u')}, c.title, n.topic)`,
  filters: {
    state: { type: 'text', sql: `(${state}) = $` },
    batch: { type: 'integer', sql: 'r.batch_id = $' },
    session: { type: 'integer', sql: 'r.session_id = $' },
    ...dayFiltersOf('r.created_at'),
  },
  sorts: { since_at: { type: 'timestamptz', sql: since }, id: { type: 'integer', sql: 'r.id' } },
  // An instructor answers own batches, and classes taught as a substitute.
  own: {
    sql: `(h.staff_id = $own or exists (select from class_sessions x join instructors t on t.id = x.instructor_id
      where x.id = r.session_id and t.staff_id = $own))`,
    of: ({ id, role }) => (role === 'instructor' ? id : null),
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
