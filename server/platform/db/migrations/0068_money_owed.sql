-- Money that was received and not accepted is owed until staff record how it went back. Before, it was `void` and nothing recorded it.
alter table offline_payments drop constraint offline_payments_state_check;
drop index offline_payments_reference, offline_payments_transfer_reference;
alter table offline_payments
  -- What the desk took off the price, and why.
  add column discount_paise bigint not null default 0 check (discount_paise >= 0),
  add column discount_reason text check (discount_reason <> ''),
  -- How it was given back.
  add column return_method text check (return_method in ('upi', 'bank_transfer', 'cash', 'cheque')),
  add column return_reference text check (return_reference <> ''),
  add column returned_on date,
  -- Why it was never received.
  add column mistake_reason text check (mistake_reason <> ''),
  -- Who recorded that it was given back, or never received.
  add column closed_by integer references staff (id),
  add constraint offline_payments_discounts_say_why check ((discount_paise > 0) = (discount_reason is not null));

-- The newest of one reference is owed. It is not when the same money was recorded again.
update offline_payments f set state = case
    when exists (
      select from offline_payments n
      where n.id <> f.id and n.reference_key = f.reference_key
        and (n.method = f.method or n.method in ('upi', 'bank_transfer') and f.method in ('upi', 'bank_transfer'))
        and (n.state in ('waiting', 'received', 'cleared') or n.state = 'void' and n.id > f.id)) then 'replaced'
    else 'return_due' end
where f.state = 'void';

alter table offline_payments
  -- `waiting` for a second person; `received` is a cheque that is at the bank; `return_due` was not accepted and is owed to the student;
  -- `replaced` was recorded again, as another row of the same reference; `mistaken` was recorded and never received.
  add constraint offline_payments_state check (
    state in ('waiting', 'received', 'cleared', 'bounced', 'return_due', 'returned', 'replaced', 'mistaken')),
  add constraint offline_payments_returned_says_how check (
    num_nonnulls(return_method, return_reference, returned_on) = case state when 'returned' then 3 else 0 end),
  add constraint offline_payments_mistaken_says_why check ((state = 'mistaken') = (mistake_reason is not null)),
  add constraint offline_payments_closed_by_somebody check ((state in ('returned', 'mistaken')) = (closed_by is not null));

-- A cheque that bounced or was handed back may be presented again. Other money that went back comes with a reference of its own.
create unique index offline_payments_reference on offline_payments (method, reference_key)
  where state in ('waiting', 'received', 'cleared', 'return_due') or state = 'returned' and method <> 'cheque';
create unique index offline_payments_transfer_reference on offline_payments (reference_key)
  where method in ('upi', 'bank_transfer') and state in ('waiting', 'received', 'cleared', 'return_due', 'returned');
create index offline_payments_owed on offline_payments (id) where state = 'return_due';
select audit_table('offline_payments', 'id', 'discount_reason,mistake_reason');

alter table approvals
  -- What the limit of one person counts: the list price where the desk gives a discount.
  add column counted_paise bigint check (counted_paise >= 0);
update approvals set counted_paise = amount_paise;
alter table approvals alter column counted_paise set not null;

-- What left the school, so that one transfer, cheque or cash receipt pays back once.
create table pay_back_references (
  kind text not null check (kind in ('transfer', 'cash', 'cheque')),
  reference_key text not null check (reference_key <> ''),
  refund_id bigint unique references refunds (id),
  offline_payment_id bigint unique references offline_payments (id),
  primary key (kind, reference_key),
  constraint pay_back_references_of_one_payment check (num_nonnulls(refund_id, offline_payment_id) = 1)
);
insert into pay_back_references (kind, reference_key, refund_id)
select case when r.method in ('upi', 'bank_transfer') then 'transfer' else r.method end, k.reference_key, r.id
from refunds r cross join lateral (select upper(regexp_replace(r.reference, '[^[:alnum:]]', '', 'g')) as reference_key) k
where r.reference is not null and k.reference_key <> ''
order by r.id
on conflict do nothing;

-- What the log does not store of an entry, as the records say it now: {column: {before, after}}. These are the names of the records
-- that columns refer to, and words that the log masks because an erasure removes them.
create or replace function audited_names(entry_table text, entry_row text, changes jsonb) returns jsonb
language sql stable
as $$
  select coalesce(jsonb_object_agg(n.name, jsonb_build_object('before', n.before, 'after', n.after)), '{}')
  from (
    select a.attname as name, audited_name(t.relname, changes -> a.attname ->> 'before') as before,
      audited_name(t.relname, changes -> a.attname ->> 'after') as after
    from pg_class c
    join pg_constraint f on f.conrelid = c.oid and f.contype = 'f' and cardinality(f.conkey) = 1
    join pg_attribute a on a.attrelid = c.oid and a.attnum = f.conkey[1]
    join pg_class t on t.oid = f.confrelid
    where c.relname = entry_table and c.relnamespace = 'public'::regnamespace and changes ? a.attname
    union all
    select w.key, null, w.value
    from jsonb_each_text(case
      when entry_row !~ '^\d{1,18}$' then '{}'
      when entry_table = 'refunds' then
        (select jsonb_build_object('reason', r.reason, 'reference', r.reference) from refunds r where r.id = entry_row::bigint)
      when entry_table = 'approvals' then
        (select jsonb_build_object('reason', a.reason, 'answer', a.answer) from approvals a where a.id = entry_row::bigint)
      when entry_table = 'offline_payments' then
        (select jsonb_build_object('reference', f.reference, 'discount_reason', f.discount_reason, 'mistake_reason', f.mistake_reason)
          from offline_payments f where f.id = entry_row::bigint)
      when entry_table = 'enrolments' then
        (select jsonb_build_object('reason', e.reason) from enrolments e where e.id = entry_row::bigint)
      when entry_table = 'payments' then
        (select jsonb_build_object('review_note', p.review_note) from payments p where p.id = entry_row::bigint)
      when entry_table = 'enrolment_moves' then
        (select jsonb_build_object('reason', m.reason) from enrolment_moves m where m.id = entry_row::bigint)
      end) w
    where w.value is not null and changes -> w.key ->> 'after' = 'masked'
  ) n
$$;
