import { type QuestionRecord, questions, type StaffAnswer } from '#contract/staff/questions.ts'
import type { Staff } from '../auth/principal.ts'
import { dayFiltersOf, dayInIndiaSql } from '../db/days-in-india.ts'
import { isoInstant } from '../db/iso-instant.ts'
import { rows, statement } from '../db/query.ts'
import type { Deps } from '../deps.ts'
import { readRecords } from '../records/read-records.ts'
import { authorJoins, authorName, authorRole, fullName } from './question-sql.ts'

// The list is ordered by how long each question of the school waits. The answers are therefore added up once for all, where the
// view question_states, which says the same, reads them for each question. Few students write again after an answer of staff.
const statesOfAll = `left join (
    select x.question_id, count(*)::integer as answers, bool_or(x.accepted_at is not null) as accepted,
      max(x.id) filter (where x.staff_id is not null) as last_of_staff, max(x.id) filter (where x.user_id is not null) as last_of_students
    from answers x group by x.question_id) a on a.question_id = r.id
  cross join lateral (
    select coalesce(a.answers, 0) as answers, coalesce(a.accepted, false) as accepted,
      case when a.accepted or r.body is null then null when a.last_of_staff is null then r.created_at
        when a.last_of_students > a.last_of_staff then (select min(x.created_at) from answers x
          where x.question_id = r.id and x.user_id = r.user_id and x.id > a.last_of_staff) end as waits_since) s`
// Subselects are read for the rows of a page alone; joins would be made for every question before the order is known.
const student = `(select ${fullName('u')} from users u where u.id = r.user_id)`
const course = '(select c.title from batches b join courses c on c.id = b.course_id where b.id = r.batch_id)'
const ofClass = (column: string) =>
  `(select ${column} from numbered_sessions n where n.id = r.session_id and n.batch_id = r.batch_id)`

const state = `case when s.accepted then 'accepted' when s.waits_since is not null then 'waiting' else 'answered' end`
const since = 'coalesce(s.waits_since, r.created_at)'
/** Later than this an answer is late in any case, so the days are not counted further. */
const countedDays = 14

export const questionRecords = readRecords<typeof questions, QuestionRecord>(questions, {
  name: 'questions_for_staff',
  from: `questions r ${statesOfAll}`,
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
    age_hours: `case when s.waits_since is not null then
      round(working_hours(s.waits_since, least(app_now(), s.waits_since + interval '${countedDays} days')), 2)::float end`,
    answer_count: 's.answers',
  },
  search: `concat_ws(' ', r.title, r.body, ${student}, ${course}, ${ofClass('n.topic')})`,
  filters: {
    state: { type: 'text', sql: `(${state}) = $` },
    batch: { type: 'integer', sql: 'r.batch_id = $' },
    session: { type: 'integer', sql: 'r.session_id = $' },
    ...dayFiltersOf('r.created_at'),
  },
  sorts: { since_at: { type: 'timestamptz', sql: since }, id: { type: 'integer', sql: 'r.id' } },
  // An instructor answers own batches, and classes taught as a substitute.
  own: {
    from: `questions r join question_states s on s.question_id = r.id`,
    sql: `r.id = any (array(
      select q.id from instructors t join batches o on o.instructor_id = t.id join questions q on q.batch_id = o.id where t.staff_id = $own
      union all select q.id from instructors t join class_sessions x on x.instructor_id = t.id join questions q on q.session_id = x.id
      where t.staff_id = $own))`,
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
