create table payment_orders (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  batch_id integer not null references batches (id),
  amount_paise bigint not null check (amount_paise >= 100),
  currency text not null check (currency = 'INR'),
  -- What was sold, as it stood when the order was made.
  course_title text not null,
  price_paise bigint not null,
  discounts jsonb not null,
  provider text not null,
  key_id text not null,
  receipt text not null unique check (length(receipt) <= 40),
  provider_order_id text unique,
  status text not null check (status in ('creating', 'open', 'attempted', 'paid', 'superseded', 'expired')),
  hold_until timestamptz not null,
  next_check_at timestamptz,
  checks integer not null default 0,
  created_at timestamptz not null,
  claimed_at timestamptz not null,
  constraint placed_has_provider_id check (status in ('creating', 'expired', 'superseded') or provider_order_id is not null)
);
create unique index one_live_order on payment_orders (user_id, batch_id)
  where status in ('creating', 'open', 'attempted');
create index live_holds on payment_orders (batch_id, hold_until) where status in ('creating', 'open', 'attempted');
create index orders_to_check on payment_orders (next_check_at) where next_check_at is not null;

create table payments (
  id bigint generated always as identity primary key,
  provider_payment_id text not null unique,
  order_id bigint not null references payment_orders (id),
  amount_paise bigint not null check (amount_paise >= 0),
  currency text not null,
  status text not null check (status in ('created', 'authorized', 'captured', 'refunded', 'failed')),
  disposition text not null default 'pending'
    check (disposition in ('pending', 'enrolled', 'refund_due', 'refunded', 'review')),
  method text,
  error_description text,
  created_at timestamptz not null,
  captured_at timestamptz,
  constraint only_captured_money_is_disposed
    check (disposition = 'pending' or status in ('captured', 'refunded'))
);
create index payments_by_order on payments (order_id);

create table enrolments (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  batch_id integer not null references batches (id),
  -- Null when staff gave the place without a payment.
  payment_id bigint unique references payments (id),
  created_at timestamptz not null,
  ended_at timestamptz
);
create unique index one_active_enrolment on enrolments (user_id, batch_id) where ended_at is null;
create index active_seats on enrolments (batch_id) where ended_at is null;

create table webhook_events (
  provider text not null,
  event_id text not null,
  event_type text not null,
  body bytea not null,
  received_at timestamptz not null,
  processed_at timestamptz,
  next_attempt_at timestamptz not null,
  attempts integer not null default 0,
  last_error text,
  quarantined boolean not null default false,
  primary key (provider, event_id)
);
create index webhook_events_waiting on webhook_events (next_attempt_at) where processed_at is null and not quarantined;

create table refunds (
  id bigint generated always as identity primary key,
  payment_id bigint not null references payments (id),
  amount_paise bigint not null check (amount_paise > 0),
  idempotency_key text not null unique check (idempotency_key ~ '^[A-Za-z0-9_-]{10,}$'),
  provider_refund_id text unique,
  status text not null check (status in ('queued', 'sent', 'pending', 'processed', 'failed')),
  reason text not null,
  -- 'automatic', 'provider' for one made in its dashboard, or the member of staff.
  actor text not null,
  ends_access boolean not null,
  attempts integer not null default 0,
  last_error text,
  created_at timestamptz not null,
  settled_at timestamptz
);
create unique index one_automatic_refund on refunds (payment_id) where actor = 'automatic';

-- Receipt numbers are gapless per financial year: the row is locked until the receipt commits.
create table receipt_counters (
  financial_year integer primary key,
  last_number integer not null
);

create table receipts (
  id bigint generated always as identity primary key,
  payment_id bigint not null unique references payments (id),
  financial_year integer not null,
  number integer not null check (number > 0),
  issued_at timestamptz not null,
  unique (financial_year, number)
);

-- Seats of a limited batch stand on public pages; those of an unlimited one don't, and its crowd must not
-- drop what is kept.
create function announce_seats() returns trigger
language plpgsql
as $$
declare
  course integer;
begin
  select course_id into course from batches where id = new.batch_id and capacity is not null;
  if found then
    perform pg_notify('kept_changed', 'course:' || course);
  end if;
  return null;
end $$;
create trigger enrolments_announce after insert or update on enrolments
  for each row execute function announce_seats();
create trigger payment_orders_announce after insert or update of status, hold_until on payment_orders
  for each row execute function announce_seats();

-- One row a batch: what a visitor may know of its seats and whether it can be chosen.
create view batch_offers as
select
  b.*,
  c.title as course_title,
  b.cancelled_at is null and b.starts_at > app_now() as is_ahead,
  case when b.capacity is not null then greatest(0, b.capacity
    - (select count(*) from enrolments e where e.batch_id = b.id and e.ended_at is null)
    - (select count(*) from payment_orders o
       where o.batch_id = b.id and o.status in ('creating', 'open', 'attempted') and o.hold_until > app_now()
         and not exists (select 1 from enrolments e
                         where e.batch_id = b.id and e.user_id = o.user_id and e.ended_at is null)))::integer
  end as seats_left
from batches b
join courses c on c.id = b.course_id;
