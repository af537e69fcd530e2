import { reviewConsent } from '#contract/learning/reviews.ts'
import { type Queryable, rows, statement } from '#server/platform/db/query.ts'
import { demoReviews } from './demo-reviews.ts'

const insertDemoReviewsOfCourse = statement(
  'insert_demo_reviews_of_course',
  `insert into reviews (user_id, course_id, rating, text, shown_as, name, consent_version, consented_at, state, reason, decided_at,
     created_at, changed_at)
   select s.id, b.course_id, d.rating, d.text, d.shown_as,
     case d.shown_as when 'full' then s.full_name when 'first' then split_part(s.full_name, ' ', 1) end,
     case when d.shown_as is not null then $2::integer end, case when d.shown_as is not null then t.at end, d.state, d.reason,
     case when d.state <> 'waiting' then t.at + interval '19 hours' end, t.at - interval '20 minutes', t.at
   from jsonb_to_recordset($1::jsonb) as d (batch_id integer, by integer, rating integer, text text, shown_as text, state text,
     reason text, days_ago integer)
   join batches b on b.id = d.batch_id
   cross join lateral (select app_now() - make_interval(days => d.days_ago, hours => 3) as at) t
   cross join lateral (
     select u.id, u.full_name from active_enrolments e join users u on u.id = e.user_id
     where e.batch_id = b.id and (select v.attended from review_standing(b.course_id, e.user_id) v)
     order by u.id offset d.by - 1 limit 1) s
   order by t.at`,
)

/** Writes what students of a finished batch say about the course. It comes after the students and their attendance. */
export async function loadReviews(tx: Queryable): Promise<void> {
  await rows(tx, insertDemoReviewsOfCourse, [JSON.stringify(demoReviews), reviewConsent.version])
}
