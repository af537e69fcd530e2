import type { KeptEvent } from '#contract/classes/live-messages.ts'
import { type Queryable, rows, statement } from '#server/platform/db/query.ts'

/** Events that a browser gets at once. One that missed more begins anew with the last of them. */
const mostReplayed = 500

const keptClassEvents = statement<{ event: KeptEvent }>(
  'kept_class_events',
  `select event from (
     select k.event_id, k.event from (
       select m.event_id, class_message_event(m) as event from class_messages m where m.session_id = $1 and m.event_id > $2 and not $3::boolean
       union all
       select q.event_id, class_question_event(q) from class_questions q where q.session_id = $1 and q.event_id > $2
       union all
       select p.event_id, class_poll_event(p) from class_polls p where p.session_id = $1 and p.event_id > $2
       union all
       select c.event_id, class_topic_event(c) from class_topics c where c.session_id = $1 and c.event_id > $2
     ) k order by k.event_id desc limit $4
   ) newest order by event_id`,
)

/**
 * Reads what a class has kept since an event, in order: the newest when there is too much.
 * @param withoutChat for a guest, who sees no message from before they came
 */
export async function readKeptEvents(db: Queryable, sessionId: number, after: number, withoutChat = false): Promise<KeptEvent[]> {
  return (await rows(db, keptClassEvents, [sessionId, after, withoutChat, mostReplayed])).map(({ event }) => event)
}
