import { type Queryable, rows, statement } from '#server/platform/db/query.ts'
import { demoWork } from './demo-work.ts'
import { percentOf } from './load-students.ts'

const insertDemoExercises = statement(
  'insert_demo_exercises',
  `insert into exercises (session_id, title, text, link, due_at, created_at)
   select s.id, t.title, t.text, t.link,
     (date_trunc('day', s.starts_at at time zone 'Asia/Kolkata') + make_interval(days => t.days, hours => 23, mins => 59))
       at time zone 'Asia/Kolkata',
     least(app_now(), s.starts_at - interval '3 days')
   from jsonb_to_recordset($1::jsonb) as t (batch_id integer, number integer, title text, text text, link text, days integer)
   join numbered_sessions s on s.batch_id = t.batch_id and s.number = t.number order by t.batch_id, t.number`,
)
// Most students hand in, the last ones a little late. Every third is asked for another attempt.
const insertDemoSubmissions = statement(
  'insert_demo_submissions',
  `insert into submissions (exercise_id, user_id, attempt, text, submitted_at)
   select x.id, e.user_id, 1, case when p.chance % 3 = 0 then t.weak ->> 'text' else t.good ->> 'text' end, p.handed_in_at
   from jsonb_to_recordset($1::jsonb) as t (title text, days integer, weak jsonb, good jsonb)
   join exercises x on x.title = t.title join numbered_sessions s on s.id = x.session_id
   join enrolments e on e.batch_id = s.batch_id join users u on u.id = e.user_id
   cross join lateral (select c.chance, s.ends_at + make_interval(mins => 600 + c.chance * t.days * 18) as handed_in_at
     from (select ${percentOf(`u.email || '/' || x.title`)} as chance) c) p
   where p.chance < 82 and p.handed_in_at between e.created_at and app_now() order by x.id, p.handed_in_at, e.user_id`,
)
// The instructor answers within two days. What came later waits.
const insertDemoReviews = statement(
  'insert_demo_reviews',
  `insert into submission_reviews (submission_id, outcome, words, comments, reviewed_at)
   select r.id, r.outcome, r.said ->> 'words', r.said -> 'comments', r.reviewed_at
   from (
     select s.id, case when s.text = t.weak ->> 'text' then 'again' else 'accepted' end as outcome,
       case when s.text = t.weak ->> 'text' then t.weak else t.good end as said,
       s.submitted_at + make_interval(hours => 20 + ${percentOf("s.exercise_id || '/' || s.user_id")} / 4) as reviewed_at
     from jsonb_to_recordset($1::jsonb) as t (title text, weak jsonb, good jsonb)
     join exercises x on x.title = t.title join submissions s on s.exercise_id = x.id
   ) r where r.reviewed_at <= app_now() and not exists (select from submission_reviews w where w.submission_id = r.id)
   order by r.reviewed_at, r.id`,
)
const insertDemoSecondAttempts = statement(
  'insert_demo_second_attempts',
  `insert into submissions (exercise_id, user_id, attempt, text, submitted_at)
   select s.exercise_id, s.user_id, 2, t.good ->> 'text', w.reviewed_at + interval '26 hours'
   from jsonb_to_recordset($1::jsonb) as t (title text, good jsonb)
   join exercises x on x.title = t.title join submissions s on s.exercise_id = x.id
   join submission_reviews w on w.submission_id = s.id and w.outcome = 'again'
   where w.reviewed_at + interval '26 hours' <= app_now() order by w.reviewed_at, s.id`,
)

/** Exercises of a running and of a finished batch, with attempts and reviews. It comes after the students. */
export async function loadWork(tx: Queryable): Promise<void> {
  const work = [JSON.stringify(demoWork)]
  await rows(tx, insertDemoExercises, work)
  await rows(tx, insertDemoSubmissions, work)
  await rows(tx, insertDemoReviews, work)
  await rows(tx, insertDemoSecondAttempts, work)
  await rows(tx, insertDemoReviews, work)
}
