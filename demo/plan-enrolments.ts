import { type Queryable, rows, statement } from '#server/platform/db/query.ts'
import { percentOf } from '#server/platform/db/seed/load-students.ts'
import type { PlannedEnrolment } from './past.ts'
import { planNamed } from './named-students.ts'
import type { DemoContent } from '#server/platform/db/seed/read-content.ts'

// Students enrol in the weeks before a batch, by day. A few come after its first classes, and some came today.
const planEnrolments = statement<PlannedEnrolment>(
  'plan_enrolments',
  `select u.id as user_id, u.email, u.full_name, b.id as batch_id, b.starts_at, c.amount_paise, d.chance,
     case when d.lead >= 97 and b.starts_at + interval '4 days' < app_now() then b.starts_at + interval '4 days' + make_interval(mins => d.moment)
       when d.lead < 2 and b.starts_at > app_now() then app_now() - make_interval(mins => 20 + d.moment * 4)
       else (date_trunc('day', least(b.starts_at, app_now()) at time zone 'Asia/Kolkata')
         - make_interval(days => 1 + d.lead * case when b.starts_at > app_now() then 4 else 2 end / 5,
             hours => -9 - d.moment * 7 % 14, mins => -(d.moment * 37 % 60)))
         at time zone 'Asia/Kolkata' end as at
   from jsonb_to_recordset($1::jsonb) as t (id integer, enrolled integer) join batches b on b.id = t.id join courses c on c.id = b.course_id
   cross join lateral (select u.id, u.email, u.full_name from users u where u.email like 'student%@demo.invalid'
     order by md5(u.email || '/' || b.id) limit t.enrolled) u
   cross join lateral (select ${percentOf(`u.email || '/' || b.id`)} as lead, ${percentOf(`b.id || '/' || u.email`)} as moment,
     ${percentOf(`u.email || ' ' || b.id`)} as chance) d
   order by at, u.id, b.id`,
)
// An account is made on the way to the first payment, which asks for a phone number. The numbers are of the range that the demo's leads have.
const dateStudents = statement(
  'date_students',
  `update users u set created_at = t.at - interval '20 minutes', verified_at = t.at - interval '18 minutes', phone = (9000000200 + u.id)::text
   from (select user_id, min(at) as at from jsonb_to_recordset($1::jsonb) as p (user_id bigint, at timestamptz) group by 1) t
   where t.user_id = u.id`,
)

/** Decides who enrols when in the batches of the content, in the order of time, and dates the accounts. */
export async function planPast(tx: Queryable, { courses }: DemoContent, now: Date): Promise<PlannedEnrolment[]> {
  const named = await planNamed(tx, now)
  const sizes = courses.flatMap((course) => course.batches.map(({ id, enrolled }) => ({ id, enrolled })))
  const others = await rows(tx, planEnrolments, [JSON.stringify(sizes)])
  const plan = [...named, ...others].toSorted((a, b) => a.at.getTime() - b.at.getTime())
  await rows(tx, dateStudents, [JSON.stringify(plan)])
  return plan
}
