import { type Queryable, rows, statement } from '#server/platform/db/query.ts'
import { demoQuestions } from './demo-questions.ts'

// Students in the order in which they enrolled; nobody writes in the future.
const insertDemoQuestions = statement(
  'insert_demo_questions',
  `with asked as (
     select d.*, n.id as session_id, (select e.user_id from enrolments e where e.batch_id = d.batch_id order by e.user_id offset d.by limit 1) as user_id,
       least(coalesce(n.starts_at, b.starts_at) + make_interval(hours => d.hours_after), app_now() - interval '40 minutes') as at
     from jsonb_to_recordset($1::jsonb) as d (place integer, batch_id integer, class_number integer, by integer, title text, body text,
       hours_after integer, answers jsonb)
     join batches b on b.id = d.batch_id
     left join lateral (select v.* from numbered_sessions v where v.batch_id = d.batch_id offset 0) n on n.number = d.class_number
   ), written as (
     insert into questions (batch_id, session_id, user_id, title, body, created_at)
     select batch_id, session_id, user_id, title, body, at from asked where user_id is not null order by place
     returning id, batch_id, title, created_at
   )
   insert into answers (question_id, user_id, body, created_at, accepted_at)
   select w.id, (select e.user_id from enrolments e where e.batch_id = w.batch_id order by e.user_id offset x.by limit 1), x.text, t.at,
     case when x.accepted then least(t.at + interval '2 hours', app_now()) end
   from written w join asked d on d.batch_id = w.batch_id and d.title = w.title
   cross join lateral jsonb_to_recordset(d.answers) as x (by integer, text text, hours_later integer, accepted boolean)
   cross join lateral (select least(w.created_at + make_interval(hours => x.hours_later), app_now() - interval '20 minutes') as at) t
   order by d.place, x.hours_later`,
)
const insertDemoStaffAnswers = statement(
  'insert_demo_staff_answers',
  `insert into answers (question_id, staff_id, body, created_at)
   select q.id, i.staff_id, d.of_instructor ->> 'text',
     least(q.created_at + make_interval(hours => (d.of_instructor ->> 'hours_later')::integer), app_now() - interval '10 minutes')
   from jsonb_to_recordset($1::jsonb) as d (batch_id integer, title text, of_instructor jsonb)
   join questions q on q.batch_id = d.batch_id and q.title = d.title
   join batches b on b.id = q.batch_id join instructors i on i.id = b.instructor_id
   where i.staff_id = $2 and d.of_instructor is not null and not exists (select from answers a where a.question_id = q.id and a.staff_id = $2)`,
)

/** Writes questions of the demo's students, and what other students answered. */
export async function loadQuestions(tx: Queryable): Promise<void> {
  await rows(tx, insertDemoQuestions, [JSON.stringify(demoQuestions)])
}

/** Writes what an instructor of the demo answered. The account comes after the content. A second run writes nothing. */
export async function loadStaffAnswers(tx: Queryable, staffId: number): Promise<void> {
  await rows(tx, insertDemoStaffAnswers, [JSON.stringify(demoQuestions), staffId])
}
