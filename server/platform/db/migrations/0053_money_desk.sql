-- Which payment an event is about, so that the timeline of a payment shows it. The body is erased once it is processed.
alter table webhook_events add column provider_payment_id text;
create index webhook_events_by_payment on webhook_events (provider_payment_id) where provider_payment_id is not null;

-- A person has settled a payment of the review by other means. A refund that fails later brings it back.
alter table payments
  add column reviewed_at timestamptz,
  add column reviewed_by bigint references staff (id),
  add column review_note text,
  add constraint reviewed_with_a_note check ((reviewed_at is null) = (review_note is null));
select audit_table('payments', 'id', 'review_note');

create index payments_by_time on payments (coalesce(captured_at, created_at), id);
create index payment_orders_by_time on payment_orders (created_at, id);
create index payment_orders_by_batch on payment_orders (batch_id);

-- Every numbered document. The three tables have ids of their own, so an id here also says the table.
create view issued_documents as
select d.id * 4 as id, 'receipt' as kind, d.financial_year, d.number, d.issued_at, d.printed, d.payment_id, p.amount_paise
from receipts d join payments p on p.id = d.payment_id
union all
select d.id * 4 + 1, d.kind, d.financial_year, d.number, d.issued_at, d.printed, r.payment_id, r.amount_paise
from refund_notes d join refunds r on r.id = d.refund_id
union all
select d.id * 4 + 2, 'voucher', d.financial_year, d.number, d.issued_at, d.printed, r.payment_id, r.amount_paise
from refund_vouchers d join refunds r on r.id = d.refund_id;
