-- Money that a member of staff received: cash, a transfer, or a cheque. The row is written when the money is in the school's
-- hands, so that its reference counts from then on.
create table offline_payments (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  batch_id integer not null references batches (id),
  method text not null check (method in ('upi', 'bank_transfer', 'cash', 'cheque')),
  reference text not null,
  -- Case, blanks and punctuation do not tell two references apart.
  reference_key text not null generated always as (upper(regexp_replace(reference, '[^[:alnum:]]', '', 'g'))) stored
    constraint offline_payments_reference_has_characters check (reference_key <> ''),
  amount_paise bigint not null check (amount_paise >= 100),
  -- What was sold, as it stood when the money was received.
  course_title text not null,
  price_paise bigint not null,
  discounts jsonb not null,
  received_on date not null,
  received_by integer not null references staff (id),
  -- `waiting` for a second person; `received` is a cheque that is at the bank; `void` money goes back to the student.
  state text not null check (state in ('waiting', 'received', 'cleared', 'bounced', 'void')),
  -- The order that it paid.
  order_id bigint unique references payment_orders (id),
  recorded_at timestamptz not null,
  version integer not null default 1,
  constraint offline_payments_cleared_paid_an_order check ((state = 'cleared') = (order_id is not null)),
  constraint offline_payments_only_cheques_clear_later check (state not in ('received', 'bounced') or method = 'cheque')
);
-- A cheque that bounced may be presented again, and what was void may be recorded again.
create unique index offline_payments_reference on offline_payments (method, reference_key)
  where state in ('waiting', 'received', 'cleared');
create unique index offline_payments_one_open on offline_payments (user_id, batch_id) where state in ('waiting', 'received');
create index offline_payments_by_student on offline_payments (user_id, received_on);
create trigger offline_payments_version before update on offline_payments for each row execute function raise_version();
select audit_table('offline_payments', 'id', 'reference,reference_key');

alter table refunds
  -- The refund that failed and that this one repeats. It is repeated once.
  add column retry_of bigint unique references refunds (id),
  -- How staff paid an offline payment back.
  add column method text check (method in ('upi', 'bank_transfer', 'cash', 'cheque')),
  add column reference text check (reference <> ''),
  add column paid_on date,
  add constraint refunds_paid_back_in_full check (num_nonnulls(method, reference, paid_on) in (0, 3));
select audit_table('refunds', 'id', 'reason,reference');
