import type { Audience } from '#contract/messaging/staff/messages.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { one, type Queryable, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { isReachable } from '#server/messaging/mail/reachable-user.ts'
import { messageRecords } from './message-records.ts'

/** Names a set of students by their ids in order. */
const hashOf = (ids: string) =>
  `encode(sha256(convert_to(coalesce(string_agg(${ids}::text, ',' order by ${ids}), ''), 'UTF8')), 'hex')`
const reachable = isReachable('u')

const audienceOfBatch = statement<Audience>(
  'audience_of_batch',
  `select (count(*) filter (where ${reachable}))::int as count, (count(*) filter (where not (${reachable})))::int as left_out,
     (select ${hashOf('e.user_id')} from active_enrolments e join users u on u.id = e.user_id
      where e.batch_id = $1 and ${reachable}) as hash
   from active_enrolments e join users u on u.id = e.user_id where e.batch_id = $1`,
)
// One statement reads the students and stores them, so that the stored set is the one that is compared.
const insertRecipients = statement<{ count: number; hash: string }>(
  'insert_recipients',
  `with frozen as (
     insert into message_recipients (message_id, user_id)
     select $1, e.user_id from active_enrolments e join users u on u.id = e.user_id
     where e.batch_id = $2 and ${reachable}
     order by e.user_id
     returning user_id
   )
   select count(*)::int as count, ${hashOf('user_id')} as hash from frozen`,
)

/** @throws HttpError 404 */
export async function readAudience(deps: Pick<Deps, 'db'>, staff: Staff, { id }: { id: number }): Promise<Audience> {
  const { batch_id } = await messageRecords.find(deps.db, id, staff)
  return audienceOf(deps.db, batch_id)
}

/** The active students of a batch, without disabled and erased accounts. */
export async function audienceOf(db: Queryable, batchId: number): Promise<Audience> {
  return one(db, audienceOfBatch, [batchId])
}

/** Stores who gets a message: the active students of the batch at this moment. */
export async function freezeRecipients(
  tx: Queryable,
  message: { id: number; batchId: number },
): Promise<{ count: number; hash: string }> {
  return one(tx, insertRecipients, [message.id, message.batchId])
}
