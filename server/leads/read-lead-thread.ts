import type { ThreadEntry } from '#contract/staff/leads.ts'
import type { Staff } from '../auth/principal.ts'
import { rows, statement } from '../db/query.ts'
import { isoInstant } from '../db/iso-instant.ts'
import type { Deps } from '../deps.ts'
import { leadRecords } from './lead-records.ts'

const leadThread = statement<ThreadEntry>(
  'lead_thread',
  `select 'message' as kind, m.id, ${isoInstant('m.created_at')} as at, s.name as staff, m.subject, m.body,
     case when o.id is null then 'gone' when o.sent_at is not null then 'sent' when o.bounced_at is not null then 'bouncing' when o.given_up_at is not null then 'given_up' else 'waiting' end as mail
   from lead_messages m join staff s on s.id = m.staff_id left join mail_outbox o on o.cause = 'lead-message:' || m.id
   where m.lead_id = $1
   union all
   select 'note', n.id, ${isoInstant('n.created_at')}, s.name, null, n.body, null from lead_notes n join staff s on s.id = n.staff_id
   where n.lead_id = $1
   order by at, kind, id`,
)

/** @throws HttpError 404 */
export async function readLeadThread(deps: Deps, _staff: Staff, id: number): Promise<ThreadEntry[]> {
  await leadRecords.find(deps.db, id)
  return rows(deps.db, leadThread, [id])
}
