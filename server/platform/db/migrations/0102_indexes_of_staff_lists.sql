-- no-transaction
-- A list of staff is read from an index in its order, so that a page costs the same at any size.
create index concurrently if not exists leads_by_due on leads (
  (coalesce((follow_up_on)::timestamp at time zone 'Asia/Kolkata', received_at)), id);
create index concurrently if not exists leads_open_by_due on leads (
  (coalesce((follow_up_on)::timestamp at time zone 'Asia/Kolkata', received_at)), id) where closed_at is null;
create index concurrently if not exists leads_to_do on leads (
  (coalesce((follow_up_on)::timestamp at time zone 'Asia/Kolkata', received_at)), id)
  where closed_at is null and (answered_at is null or follow_up_on is not null);
create index concurrently if not exists purchase_requests_by_time on purchase_requests (created_at, id);
create index concurrently if not exists purchase_requests_open on purchase_requests (created_at, id) where status = 'open';
create index concurrently if not exists reviews_by_change on reviews (changed_at, id);
create index concurrently if not exists reviews_by_rating on reviews (rating, id);
create index concurrently if not exists approvals_by_time on approvals (asked_at, id);
create index concurrently if not exists approvals_by_amount on approvals (amount_paise, id);
create index concurrently if not exists offline_payments_by_time on offline_payments (recorded_at, id);
create index concurrently if not exists enrolments_without_payment on enrolments (created_at, id) where payment_id is null;
create index concurrently if not exists payments_by_amount on payments (amount_paise, id);
create index concurrently if not exists refunds_by_amount on refunds (amount_paise, id);
create index concurrently if not exists batches_in_order on batches (starts_at, id);
-- Receipts, notes and vouchers are one list, whose ids are those of the view issued_documents. That view joins each with its
-- payment, so that it was read in whole for a page. This one has no joins: it is read by id or in the order of the list.
drop view if exists bare_documents;
create view bare_documents as
select d.id * 4 as id, 'receipt' as kind, d.financial_year, d.number, d.issued_at, d.printed, d.payment_id, null::bigint as refund_id
from receipts d
union all
select d.id * 4 + 1, d.kind, d.financial_year, d.number, d.issued_at, d.printed, null, d.refund_id from refund_notes d
union all
select d.id * 4 + 2, 'voucher', d.financial_year, d.number, d.issued_at, d.printed, null, d.refund_id from refund_vouchers d;
create index concurrently if not exists receipts_by_document on receipts ((id * 4));
create index concurrently if not exists receipts_by_issue on receipts (issued_at, (id * 4));
create index concurrently if not exists refund_notes_by_document on refund_notes ((id * 4 + 1));
create index concurrently if not exists refund_notes_by_issue on refund_notes (issued_at, (id * 4 + 1));
create index concurrently if not exists refund_vouchers_by_document on refund_vouchers ((id * 4 + 2));
create index concurrently if not exists refund_vouchers_by_issue on refund_vouchers (issued_at, (id * 4 + 2));
-- Money that the provider has taken and nobody has decided about yet.
create index concurrently if not exists payments_unsettled on payments (id)
  where disposition = 'pending' and status in ('authorized', 'captured');
-- Sums of a period are read from indexes alone.
create index concurrently if not exists payments_by_capture_with_amount on payments (captured_at) include (order_id, amount_paise)
  where status in ('captured', 'refunded');
drop index concurrently if exists payments_by_capture;
create index concurrently if not exists payment_orders_of_sums on payment_orders (id) include (batch_id, user_id, provider);
-- The entries of a transaction, and how many transactions there are. The index of the time alone is its beginning.
create index concurrently if not exists audit_log_by_transaction on audit_log (at, actor_kind, actor_id);
drop index concurrently if exists audit_log_by_time;
-- An alternative over two tables read all leads for each student. The rest of the function stays, whatever migration wrote it last.
do $$ begin execute replace(pg_get_functiondef('audited_rows_of_student(bigint)'::regprocedure),
  $x$or l.enquiry_id in$x$, $x$union select l.id, l.enquiry_id from leads l where l.enquiry_id in$x$); end $$;
