import type { AnswerOf } from '#contract/endpoint.ts'
import type { readLeadThread as contract, ThreadEntry } from '#contract/desk/staff/leads.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { row, rows, statement } from '#server/platform/db/query.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import type { Deps } from '#server/deps.ts'
import { leadRecords } from './lead-records.ts'

const leadThread = statement<ThreadEntry>(
  'lead_thread',
  `select 'message' as kind, m.id, ${isoInstant('m.created_at')} as at, s.name as staff, m.subject, m.body,
     case when o.id is null then 'gone' when o.sent_at is not null then 'sent' when o.bounced_at is not null then 'bouncing' when o.given_up_at is not null then 'given_up' else 'waiting' end as mail,
     case when o.sent_at is null then coalesce(o.last_error,
       case when o.bounced_at is not null then (select x.reply from bouncing_addresses x where x.address = o.to_address) end) end as problem
   from lead_messages m join staff s on s.id = m.staff_id left join mail_outbox o on o.cause = 'lead-message:' || m.id
   where m.lead_id = $1
   union all
   select 'note', n.id, ${isoInstant('n.created_at')}, s.name, null, n.body, null, null from lead_notes n join staff s on s.id = n.staff_id
   where n.lead_id = $1
   order by at, kind, id`,
)

const refusalOfAddress = statement<{ reply: string }>(
  'refusal_of_address',
  `select reply from bouncing_addresses where address = $1`,
)

/** @throws HttpError 404 */
export async function readLeadThread(deps: Deps, _staff: Staff, id: number): Promise<AnswerOf<typeof contract>> {
  const { email } = await leadRecords.find(deps.db, id)
  const refusal = email === null ? undefined : await row(deps.db, refusalOfAddress, [email])
  return { entries: await rows(deps.db, leadThread, [id]), refusal: refusal?.reply ?? null }
}
