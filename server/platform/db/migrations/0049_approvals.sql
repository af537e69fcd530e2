-- Every refund, offline payment and enrolment by hand of staff. Above an amount in the settings it waits for a second person.
create table approvals (
  id bigint generated always as identity primary key,
  -- Made by the browser, so that a call whose answer was lost can be repeated.
  key uuid not null unique,
  -- Of the whole call: a key never answers another one.
  call_hash bytea not null,
  kind text not null check (kind in ('refund', 'offline_payment', 'hand_enrolment')),
  user_id bigint not null references users (id),
  batch_id integer not null references batches (id),
  -- The list price of an enrolment by hand.
  amount_paise bigint not null check (amount_paise >= 0),
  -- The payment that a refund returns.
  payment_id bigint references payments (id),
  offline_payment_id bigint unique references offline_payments (id),
  -- What the refund needs besides.
  payload jsonb not null default '{}',
  -- The money of an offline payment is reason enough.
  reason text check (reason <> ''),
  state text not null check (state in ('not_needed', 'waiting', 'approved', 'declined', 'withdrawn', 'failed')),
  asked_by integer not null references staff (id),
  asked_at timestamptz not null,
  decided_by integer references staff (id),
  decided_at timestamptz,
  -- Nobody else could decide, so a day had to pass.
  decided_alone boolean not null default false,
  -- Why it was declined or failed.
  answer text,
  refund_id bigint unique references refunds (id),
  enrolment_id bigint unique references enrolments (id),
  version integer not null default 1,
  constraint approvals_kind_names_its_subject check (
    (kind = 'refund') = (payment_id is not null) and (kind = 'offline_payment') = (offline_payment_id is not null)),
  constraint approvals_say_why check ((kind = 'offline_payment') = (reason is null)),
  constraint approvals_decided_by_somebody check (
    (state = 'waiting') = (decided_at is null) and (state in ('not_needed', 'waiting')) = (decided_by is null)),
  constraint approvals_by_a_second_person check (
    state <> 'approved' or decided_by <> asked_by or (decided_alone and decided_at >= asked_at + interval '24 hours')),
  constraint approvals_withdrawn_by_asker check (state <> 'withdrawn' or decided_by = asked_by),
  constraint approvals_refused_with_a_reason check ((state in ('declined', 'failed')) = (answer is not null)),
  constraint approvals_have_a_result check (
    (refund_id is not null) = (kind = 'refund' and state in ('not_needed', 'approved'))
    and (enrolment_id is not null) = (kind = 'hand_enrolment' and state in ('not_needed', 'approved')))
);
create index approvals_by_student on approvals (user_id, decided_at);
create index approvals_waiting on approvals (asked_at) where state = 'waiting';
-- Two people can't ask for the same refund or the same place.
create unique index approvals_one_waiting_enrolment on approvals (user_id, batch_id) where state = 'waiting' and kind = 'hand_enrolment';
create unique index approvals_one_waiting_refund on approvals (payment_id) where state = 'waiting' and kind = 'refund';
create trigger approvals_version before update on approvals for each row execute function raise_version();
select audit_table('approvals', 'id', 'reason,answer,call_hash');
