import type { TimelineEntry } from '#contract/money/staff/payments.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { rows, statement } from '#server/platform/db/query.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import type { Deps } from '#server/deps.ts'
import { serialSql } from '#server/money/invoicing/series.ts'
import { paymentRecords } from './payment-records.ts'

// Every branch has the columns kind, happened, amount_paise, state, text, problem and staff.
const paymentTimeline = statement<TimelineEntry>(
  'payment_timeline',
  `with paid as (
     select p.*, o.provider_order_id, o.hold_until, o.created_at as ordered_at, o.amount_paise as ordered_paise, o.provider, o.batch_id
     from payments p join payment_orders o on o.id = p.order_id where p.id = $1),
   refunded as (select r.* from refunds r where r.payment_id = $1),
   placed as (select e.* from enrolments e where e.id = place_of_payment($1)),
   -- By student, because payments have no index of their approvals.
   second_person as (
     select a.* from approvals a
     where a.user_id = (select o.user_id from paid p join payment_orders o on o.id = p.order_id) and a.payment_id = $1
       and a.kind = 'refund' and a.state <> 'not_needed'),
   asked as (select q.* from purchase_requests q where q.enrolment_id in (select id from placed)),
   entries (kind, happened, amount_paise, state, text, problem, staff) as (
     select 'order', ordered_at, ordered_paise, null, provider_order_id, null, null from paid
     union all
     select 'attempt', f.created_at, f.amount_paise, f.status, f.method, f.error_description, null
     from payments f where f.order_id = (select order_id from paid) and f.id <> $1
     union all
     select 'reported', created_at, amount_paise, status, method, error_description, null from paid
     where captured_at is distinct from created_at
     union all
     select 'captured', captured_at, amount_paise, null, method, null, null from paid where captured_at is not null
     union all
     select 'event', w.received_at, null,
       case when w.dismissed_at is not null then 'dismissed' when w.quarantined then 'quarantined'
         when w.processed_at is null then 'waiting' else 'processed' end,
       w.event_type, w.last_error, null
     from webhook_events w where w.provider_payment_id = (select provider_payment_id from paid)
     union all
     select 'enrolled', created_at, null, null, null, null, null from placed
     union all
     select 'moved', moved_at, null, null, batch_id::text, null, null from placed where moved_at is not null
     union all
     select 'access_ended', ended_at, null, null, null, null, null from placed where ended_at is not null
     union all
     select 'receipt', d.issued_at, null, null, ${serialSql('d', "'receipt'")}, null, null from receipts d where d.payment_id = $1
     union all
     select 'request', q.created_at, null, q.kind, q.reason, null, null from asked q
     union all
     select 'refund', r.created_at, r.amount_paise, r.actor_kind, r.reason, null, s.name
     from refunded r left join staff s on r.actor_kind = 'staff' and s.id = r.actor_id
     where not exists (select 1 from second_person a where a.refund_id = r.id)
     union all
     select 'refund_asked', a.asked_at, a.amount_paise, a.state, a.reason, null, s.name
     from second_person a join staff s on s.id = a.asked_by
     union all
     select 'refund_decided', a.decided_at, a.amount_paise, a.state, a.answer, null, s.name
     from second_person a join staff s on s.id = a.decided_by
     union all
     select 'refund_settled', r.settled_at, r.amount_paise, r.status, null, r.last_error, null from refunded r where r.settled_at is not null
     union all
     select 'note', n.issued_at, null, n.kind, ${serialSql('n', 'n.kind')}, null, null
     from refund_notes n where n.refund_id in (select id from refunded)
     union all
     select 'dispute', d.reported_at, d.amount_paise, d.status, d.provider_dispute_id, null, null from disputes d where d.payment_id = $1
     union all
     select 'mail', coalesce(m.sent_at, m.created_at), null,
       case when m.sent_at is not null then 'sent' when m.given_up_at is not null then 'failed' else 'waiting' end,
       m.template, case when m.sent_at is null then m.last_error end, null
     from mail_outbox m
     where m.cause in (
       select 'receipt-' || $1 union all select 'returned-' || $1
       union all select 'refund-note-' || id from refunded
       union all select 'request-' || q.id || '-' || q.status from asked q
       union all select 'batch-cancelled-' || id from placed)
   )
   select kind, ${isoInstant('happened')} as at, amount_paise, state, text, problem, staff from entries
   order by happened, array_position(array['order', 'attempt', 'reported', 'captured', 'event'], kind) nulls last, kind`,
)

/** @throws HttpError 404 */
export async function readPaymentTimeline(deps: Deps, _staff: Staff, { id }: { id: number }): Promise<TimelineEntry[]> {
  await paymentRecords.find(deps.db, id)
  return rows(deps.db, paymentTimeline, [id])
}
