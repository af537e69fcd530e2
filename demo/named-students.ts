import type { DemoStudent } from '#contract/page-rendering.ts'
import { type Queryable, rows, statement } from '#server/platform/db/query.ts'
import type { PlannedEnrolment } from './past.ts'

/** Batches by what a student sees in them. Together the first three have a class on each day of the week. */
const batches = { threeDays: 103, tuesdays: 118, weekends: 141, finished: 111, ahead: 101 } as const

const learner: DemoStudent = { situation: 'in class today', name: 'Ishita Rane', email: 'ishita@students.example' }
const graduate: DemoStudent = { situation: 'finished, certified', name: 'Kabir Bhatt', email: 'kabir@students.example' }
const newcomer: DemoStudent = { situation: 'just bought', name: 'Meher Daruwala', email: 'meher@students.example' }
/** Their addresses are told, so that a newcomer sees a room within a minute. */
export const namedStudents: readonly DemoStudent[] = [learner, graduate, newcomer]

const giveAddresses = statement(
  'give_addresses',
  `update users u set email = n.email from jsonb_to_recordset($1::jsonb) as n (name text, email text) where u.full_name = n.name`,
)
const planOfNamed = statement<PlannedEnrolment>(
  'plan_of_named',
  `select u.id as user_id, u.email, u.full_name, b.id as batch_id, b.starts_at, c.amount_paise, 50 as chance,
     case when b.starts_at > app_now() then app_now() - interval '40 minutes' else b.starts_at - make_interval(days => 9, hours => 3) end as at
   from jsonb_to_recordset($1::jsonb) as n (email text, batch_id integer) join users u on u.email = n.email
   join batches b on b.id = n.batch_id join courses c on c.id = b.course_id`,
)

/** Gives the named students their addresses and returns what they enrol in. @param now decides which class is today */
export async function planNamed(tx: Queryable, now: Date): Promise<PlannedEnrolment[]> {
  await rows(tx, giveAddresses, [JSON.stringify(namedStudents)])
  const weekday = new Date(now.getTime() + 330 * 60_000).getUTCDay()
  const second = weekday === 2 || weekday === 4 ? batches.tuesdays : batches.weekends
  const places = [
    { email: learner.email, batch_id: batches.threeDays },
    { email: learner.email, batch_id: second },
    { email: graduate.email, batch_id: batches.finished },
    { email: newcomer.email, batch_id: batches.ahead },
  ]
  return rows(tx, planOfNamed, [JSON.stringify(places)])
}
