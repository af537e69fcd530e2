-- Chargebacks. A payment keeps its place until a person decides otherwise; a lost one is counted by the books.
create table disputes (
  id bigint generated always as identity primary key,
  provider_dispute_id text not null unique,
  payment_id bigint not null references payments (id),
  amount_paise bigint not null check (amount_paise >= 0),
  amount_deducted_paise bigint not null check (amount_deducted_paise >= 0),
  status text not null check (status in ('open', 'under_review', 'action_required', 'won', 'lost', 'closed')),
  phase text,
  reason_code text,
  respond_by timestamptz,
  -- The provider's own time of the latest event that counted.
  told_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index disputes_by_payment on disputes (payment_id);

alter table webhook_events
  add column dismissed_at timestamptz,
  add column dismissed_by text,
  add column dismissed_reason text,
  add constraint dismissed_with_a_reason check ((dismissed_at is null) = (dismissed_reason is null));

-- A captured webhook that the provider could not be asked about; the reconciler asks later.
alter table payments add column unconfirmed_since timestamptz;
create index unconfirmed_payments on payments (unconfirmed_since) where unconfirmed_since is not null;

-- Money of orders that carry our receipt and stand nowhere here, as after a restore: what the provider knows of it.
create table unmatched_payments (
  provider_payment_id text primary key,
  provider_order_id text not null,
  receipt text not null,
  batch_id integer,
  amount_paise bigint not null check (amount_paise >= 0),
  currency text not null,
  status text not null check (status in ('authorized', 'captured', 'refunded')),
  -- How to reach the payer; cleared once it is dealt with.
  email text,
  contact text,
  paid_at timestamptz,
  found_at timestamptz not null,
  dismissed_at timestamptz,
  dismissed_by text,
  dismissed_reason text,
  constraint unmatched_dismissed_with_a_reason check ((dismissed_at is null) = (dismissed_reason is null))
);

-- Those that still wait for a person; one that an order explains by now is counted with its order.
create view open_unmatched_payments as
select s.* from unmatched_payments s
where s.dismissed_at is null and s.status <> 'refunded'
  and not exists (select 1 from payments p where p.provider_payment_id = s.provider_payment_id);

-- How far the nightly comparison with the provider got, so that nights it missed are made up for.
create table sweep_progress (
  only_row boolean primary key default true check (only_row),
  swept_to timestamptz not null,
  -- What the last whole comparison found that differs from the provider, a line each.
  differences text[] not null default '{}',
  compared_at timestamptz
);
