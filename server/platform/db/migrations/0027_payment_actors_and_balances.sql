-- Who acted is a kind and, for people with an account, an id. The text columns stay readable for one release: each side
-- fills the other while the version before still writes.
alter table refunds
  add column actor_kind text check (actor_kind in ('student', 'staff', 'operator', 'system', 'provider')),
  add column actor_id bigint;
update refunds set actor_kind = case actor when 'automatic' then 'system' when 'provider' then 'provider' else 'operator' end;
alter table refunds alter column actor_kind set not null;

alter table purchase_requests
  add column decided_by_kind text check (decided_by_kind in ('student', 'staff', 'operator', 'system')),
  add column decided_by_id bigint;
update purchase_requests
  set decided_by_kind = case decided_by when 'student' then 'student' else 'operator' end,
    decided_by_id = case decided_by when 'student' then user_id end
  where decided_by is not null;

alter table webhook_events
  add column dismissed_by_kind text check (dismissed_by_kind in ('staff', 'operator', 'system')),
  add column dismissed_by_id bigint;
update webhook_events set dismissed_by_kind = 'operator' where dismissed_by is not null;

alter table unmatched_payments
  add column dismissed_by_kind text check (dismissed_by_kind in ('staff', 'operator', 'system')),
  add column dismissed_by_id bigint;
update unmatched_payments set dismissed_by_kind = 'operator' where dismissed_by is not null;

create function fill_refund_actor() returns trigger
language plpgsql
as $$
begin
  if new.actor_kind is null then
    new.actor_kind := case new.actor when 'automatic' then 'system' when 'provider' then 'provider' else 'operator' end;
  elsif new.actor is null then
    new.actor := case new.actor_kind when 'system' then 'automatic' else new.actor_kind end;
  end if;
  return new;
end $$;
create trigger refunds_fill_actor before insert on refunds for each row execute function fill_refund_actor();

create function fill_request_decider() returns trigger
language plpgsql
as $$
begin
  if new.decided_by_kind is null then
    new.decided_by_kind := case new.decided_by when 'student' then 'student' else 'operator' end;
    if new.decided_by_kind = 'student' then
      new.decided_by_id := new.user_id;
    end if;
  elsif new.decided_by is null then
    new.decided_by := new.decided_by_kind;
  end if;
  return new;
end $$;
create trigger purchase_requests_fill_decider before insert or update of decided_at on purchase_requests
  for each row when (new.decided_at is not null) execute function fill_request_decider();

create function fill_dismisser() returns trigger
language plpgsql
as $$
begin
  if new.dismissed_by_kind is null then
    new.dismissed_by_kind := 'operator';
  elsif new.dismissed_by is null then
    new.dismissed_by := new.dismissed_by_kind;
  end if;
  return new;
end $$;
create trigger webhook_events_fill_dismisser before insert or update of dismissed_at on webhook_events
  for each row when (new.dismissed_at is not null) execute function fill_dismisser();
create trigger unmatched_payments_fill_dismisser before insert or update of dismissed_at on unmatched_payments
  for each row when (new.dismissed_at is not null) execute function fill_dismisser();

-- One row a payment: what of it is promised to go back, what went back, and what can still be refunded.
create view payment_balances as
select
  p.id as payment_id,
  p.amount_paise,
  r.committed_paise,
  r.refunded_paise,
  case when p.status in ('captured', 'refunded') and p.disposition <> 'refunded'
    then greatest(0, p.amount_paise - r.committed_paise) else 0 end::bigint as refundable_paise
from payments p
cross join lateral (
  select
    coalesce(sum(f.amount_paise) filter (where f.status <> 'failed'), 0)::bigint as committed_paise,
    coalesce(sum(f.amount_paise) filter (where f.status = 'processed'), 0)::bigint as refunded_paise
  from refunds f
  where f.payment_id = p.id
) r;
