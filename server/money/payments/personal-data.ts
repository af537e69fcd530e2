import { statement } from '#server/platform/db/query.ts'
import { exportParts, type PersonalData } from '#server/platform/personal-data/define-personal-data.ts'

const closeRequests = statement(
  'close_requests',
  `update purchase_requests set reason = 'Erased', answer = null, status = case status when 'open' then 'withdrawn' else status end,
     decided_at = coalesce(decided_at, app_now()), decided_by_kind = coalesce(decided_by_kind, 'student'),
     decided_by_id = case when decided_by_kind is null then user_id else decided_by_id end
   where user_id = $1`,
)
// A refund repeats the student's reason; the reasons of the product itself name nobody.
const eraseReasons = statement(
  'erase_reasons',
  `update refunds r set reason = 'Erased' from payments p join payment_orders o on o.id = p.order_id
   where p.id = r.payment_id and o.user_id = $1 and r.actor_kind not in ('system', 'provider')`,
)
const eraseDeskWords = statement(
  'erase_desk_words',
  `update offline_payments set discount_reason = case when discount_reason is not null then 'Erased' end,
     mistake_reason = case when mistake_reason is not null then 'Erased' end
   where user_id = $1 and (discount_reason is not null or mistake_reason is not null)`,
)
const eraseOrderNetworks = statement(
  'erase_order_networks',
  `update payment_orders set network = null where user_id = $1 and network is not null`,
)
const deleteBuyer = statement('delete_buyer', `delete from buyers where user_id = $1`)
const eraseOrderBuyers = statement(
  'erase_order_buyers',
  `update payment_orders set buyer = null where user_id = $1 and buyer is not null`,
)
const eraseUnmatched = statement(
  'erase_unmatched',
  `update unmatched_payments set email = null, contact = null where lower(email) = $1`,
)
// Quarantined events wait for a person; the others keep no body.
const eraseWebhooks = statement(
  'erase_webhooks',
  `update webhook_events set body = '' where quarantined and position(convert_to($1, 'UTF8') in body) > 0`,
)

export const paymentsPersonalData: PersonalData = {
  exports: {
    account: exportParts({
      buyer: `select state_code, company_name, gstin, address, saved_at from buyers where user_id = $1`,
      orders: `select provider_order_id as order_id, course_title as course, batch_id, amount_paise / 100.0 as amount, currency, status,
         created_at, buyer ->> 'state_code' as state_code, buyer ->> 'company_name' as company_name, buyer ->> 'gstin' as gstin,
         buyer ->> 'address' as address
       from payment_orders where user_id = $1 order by created_at`,
      payments: `select p.provider_payment_id as payment_id, o.provider_order_id as order_id, o.course_title as course,
         p.amount_paise / 100.0 as amount, p.currency, p.method, p.status, p.disposition, p.created_at, p.captured_at
       from payments p join payment_orders o on o.id = p.order_id where o.user_id = $1 order by p.created_at`,
      receipts: `select p.provider_payment_id as payment_id, r.financial_year, r.number, r.issued_at,
         r.printed #>> '{student,name}' as printed_name, r.printed #>> '{student,email}' as printed_email
       from receipts r join payments p on p.id = r.payment_id join payment_orders o on o.id = p.order_id
       where o.user_id = $1 order by r.issued_at`,
      waiting_documents: `select p.provider_payment_id as payment_id, w.since,
         w.printed #>> '{student,name}' as printed_name, w.printed #>> '{student,email}' as printed_email
       from waiting_documents w left join refunds f on f.id = w.refund_id
         join payments p on p.id = coalesce(w.payment_id, f.payment_id) join payment_orders o on o.id = p.order_id
       where o.user_id = $1 order by w.since`,
      refunds: `select p.provider_payment_id as payment_id, f.amount_paise / 100.0 as amount, f.status, f.reason, f.method, f.reference, f.created_at,
         f.settled_at
       from refunds f join payments p on p.id = f.payment_id join payment_orders o on o.id = p.order_id
       where o.user_id = $1 order by f.created_at`,
      refund_notes: `select p.provider_payment_id as payment_id, n.kind, n.financial_year, n.number, n.issued_at,
         n.printed #>> '{student,name}' as printed_name, n.printed #>> '{student,email}' as printed_email
       from refund_notes n join refunds f on f.id = n.refund_id join payments p on p.id = f.payment_id
         join payment_orders o on o.id = p.order_id
       where o.user_id = $1 order by n.issued_at`,
      refund_vouchers: `select p.provider_payment_id as payment_id, v.financial_year, v.number, v.issued_at,
         v.printed #>> '{student,name}' as printed_name, v.printed #>> '{student,email}' as printed_email
       from refund_vouchers v join refunds f on f.id = v.refund_id join payments p on p.id = f.payment_id
         join payment_orders o on o.id = p.order_id
       where o.user_id = $1 order by v.issued_at`,
      disputes: `select p.provider_payment_id as payment_id, d.provider_dispute_id as dispute_id, d.amount_paise / 100.0 as amount,
         d.status, d.reason_code, d.created_at
       from disputes d join payments p on p.id = d.payment_id join payment_orders o on o.id = p.order_id
       where o.user_id = $1 order by d.created_at`,
      offline_payments: `select method, reference, course_title as course, case when enrolment_id is not null then coalesce(part::text, 'rest') end as part,
         amount_paise / 100.0 as amount, received_on::text as received_on, state,
         discount_paise / 100.0 as discount, discount_reason, return_method, return_reference, returned_on::text as returned_on, mistake_reason,
         recorded_at
       from offline_payments where user_id = $1 order by recorded_at`,
      requests: `select kind, from_batch_id, to_batch_id, reason, status, answer, created_at, decided_at
       from purchase_requests where user_id = $1 order by created_at`,
    }),
    address: exportParts({
      payments_without_an_order: `select provider_payment_id as payment_id, amount_paise / 100.0 as amount, refunded_paise / 100.0 as refunded, currency, status, email,
         contact as phone, paid_at
       from unmatched_payments where lower(email) = $1 order by paid_at`,
    }),
  },
  erasures: {
    account: [closeRequests, eraseReasons, eraseDeskWords, eraseOrderNetworks, deleteBuyer, eraseOrderBuyers],
    address: [eraseUnmatched, eraseWebhooks],
  },
}
