-- What a receipt prints, as it stood when it was issued. Null in rows of an older version until it is first needed.
alter table receipts
  add column printed jsonb,
  add constraint receipt_adds_up check (
    printed is null or printed -> 'tax' = 'null'
    or (printed ->> 'amount_paise')::bigint = (printed #>> '{tax,taxable_paise}')::bigint + (printed #>> '{tax,cgst_paise}')::bigint
      + (printed #>> '{tax,sgst_paise}')::bigint + (printed #>> '{tax,igst_paise}')::bigint
  );

-- A series of its own, gapless per financial year like that of the receipts.
create table refund_voucher_counters (
  financial_year integer primary key,
  last_number integer not null
);
create table refund_vouchers (
  id bigint generated always as identity primary key,
  refund_id bigint not null unique references refunds (id),
  financial_year integer not null,
  number integer not null check (number > 0),
  issued_at timestamptz not null,
  printed jsonb not null,
  unique (financial_year, number),
  constraint voucher_adds_up check (
    printed -> 'tax' = 'null'
    or (printed ->> 'amount_paise')::bigint = (printed #>> '{tax,taxable_paise}')::bigint + (printed #>> '{tax,cgst_paise}')::bigint
      + (printed #>> '{tax,sgst_paise}')::bigint + (printed #>> '{tax,igst_paise}')::bigint
  )
);
create index refunds_by_payment on refunds (payment_id);

-- When a place moved to another batch. Its payment stays that of the batch that was bought.
alter table enrolments add column moved_at timestamptz;

-- What a student asks of the school about a place that was paid for.
create table purchase_requests (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  enrolment_id bigint not null references enrolments (id),
  kind text not null check (kind in ('refund', 'transfer')),
  from_batch_id integer not null references batches (id),
  to_batch_id integer references batches (id),
  reason text not null check (reason <> ''),
  status text not null check (status in ('open', 'withdrawn', 'approved', 'declined')),
  -- What the student is told when it is declined.
  answer text,
  refund_id bigint references refunds (id),
  created_at timestamptz not null,
  decided_at timestamptz,
  -- The member of staff, or 'student' for one that was withdrawn.
  decided_by text,
  constraint transfer_names_a_batch check ((kind = 'transfer') = (to_batch_id is not null)),
  constraint decided_by_somebody check ((status = 'open') = (decided_at is null) and (decided_at is null) = (decided_by is null))
);
create unique index one_open_request on purchase_requests (enrolment_id) where status = 'open';
create index requests_by_enrolment on purchase_requests (enrolment_id, created_at);

-- A place that moves changes the seats of two batches.
create or replace function announce_seats() returns trigger
language plpgsql
as $$
declare
  course integer;
begin
  for course in
    select distinct course_id from batches
    where capacity is not null and id in (new.batch_id, case when tg_op = 'UPDATE' then old.batch_id else new.batch_id end)
  loop
    perform pg_notify('kept_changed', 'course:' || course);
  end loop;
  return null;
end $$;
