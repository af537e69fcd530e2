-- The figures of a school read money by the time at which it came and went, so each captured payment and each processed refund
-- has one. The statements that set these states always set the time too.
select set_config('app.actor_kind', 'system', true);
update payments set captured_at = created_at where status in ('captured', 'refunded') and captured_at is null;
update refunds set settled_at = created_at where status = 'processed' and settled_at is null;
alter table payments add constraint captured_payments_have_a_time check (status not in ('captured', 'refunded') or captured_at is not null);
alter table refunds add constraint processed_refunds_have_a_time check (status <> 'processed' or settled_at is not null);

create index payments_by_capture on payments (captured_at) where status in ('captured', 'refunded');
create index refunds_by_processing on refunds (settled_at) where status = 'processed';
create index enrolments_by_time on enrolments (created_at);
create index leads_by_time on leads (received_at);
-- Whether a lead has enrolled since is asked by student, for enrolments that have ended too.
create index enrolments_by_student on enrolments (user_id, created_at);
-- Most orders are paid online. The others are found by themselves.
create index orders_paid_offline on payment_orders (id) where provider = 'offline';
