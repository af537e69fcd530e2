import type { Audience } from '#contract/messaging/staff/messages.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { one, type Queryable, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { isReachable } from '#server/messaging/mail/reachable-user.ts'
import { messageRecords } from './message-records.ts'

/** Begins a statement with the accounts that a message `$1` is for now, and whether mails reach them. */
const withStudents = `with students as (select u.id, ${isReachable('u')} as reachable from users u where u.id in (
  select e.user_id from messages m join active_enrolments e on e.batch_id = m.batch_id
  where m.id = $1 and (m.audience = 'batch' or m.audience = 'student' and e.user_id = m.student_id)
  union all
  select m.student_id from messages m where m.id = $1 and m.audience = 'student' and m.batch_id is null
  union all
  select a.user_id from messages m cross join lateral class_attendance(m.batch_id, null) a
  where m.id = $1 and m.audience = 'absent' and a.session_id = m.session_id and a.active and a.status = 'absent'
  union all
  select w.user_id from messages m join work_states w on w.batch_id = m.batch_id
  where m.id = $1 and w.state in ('to_do', 'again') and not w.is_off
    and (m.audience = 'owing' and w.exercise_id = m.exercise_id or m.audience = 'overdue' and w.due_at < app_now())))`
/** Names the set of students by their ids in order. */
const hash = `encode(sha256(convert_to(coalesce(string_agg(s.id::text, ',' order by s.id) filter (where s.reachable), ''), 'UTF8')), 'hex')`

const audienceOfMessage = statement<Audience>(
  'audience_of_message',
  `${withStudents}
   select (count(*) filter (where s.reachable))::int as count, (count(*) filter (where not s.reachable))::int as left_out, ${hash} as hash
   from students s`,
)
// One statement reads the students and stores them, so that the stored set is the one that is compared.
const insertRecipients = statement<{ count: number; hash: string }>(
  'insert_recipients',
  `${withStudents}, frozen as (
     insert into message_recipients (message_id, user_id)
     select $1, s.id from students s where s.reachable order by s.id
     returning user_id as id, true as reachable
   )
   select count(*)::int as count, ${hash} as hash from frozen s`,
)

/** @throws HttpError 404 */
export async function readAudience(deps: Pick<Deps, 'db'>, staff: Staff, { id }: { id: number }): Promise<Audience> {
  await messageRecords.find(deps.db, id, staff)
  return audienceOf(deps.db, id)
}

/** Who would get a message now, and how many would not because their account is disabled or erased. */
export async function audienceOf(db: Queryable, messageId: number): Promise<Audience> {
  return one(db, audienceOfMessage, [messageId])
}

/** Stores who gets a message: those for whom it is at this moment. */
export async function freezeRecipients(tx: Queryable, messageId: number): Promise<{ count: number; hash: string }> {
  return one(tx, insertRecipients, [messageId])
}
