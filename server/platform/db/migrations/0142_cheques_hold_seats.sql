-- A cheque at the bank holds a seat until it clears or bounces, for some days at most.
alter table offline_payments add column hold_until timestamptz;
comment on column offline_payments.hold_until is 'Until when a cheque at the bank holds a seat; null when it holds none.';
alter table offline_payments add constraint only_cheques_hold_a_seat check (hold_until is null or method = 'cheque');
create index offline_payments_that_hold on offline_payments (batch_id) where state = 'received' and hold_until is not null;
create trigger offline_payments_announce after update of state, hold_until on offline_payments
  for each row when (old.hold_until is not null or new.hold_until is not null) execute function announce_seats();

create or replace view seat_holds as
  select o.id as order_id, o.batch_id, o.user_id, o.hold_until, null::bigint as offline_payment_id
  from payment_orders o
  where o.status in ('creating', 'open', 'attempted') and o.hold_until > app_now()
    and not exists (select from active_enrolments e where e.batch_id = o.batch_id and e.user_id = o.user_id)
  union all
  select null, f.batch_id, f.user_id, f.hold_until, f.id
  from offline_payments f
  where f.state = 'received' and f.hold_until > app_now()
    and not exists (select from active_enrolments e where e.batch_id = f.batch_id and e.user_id = f.user_id);

-- Who has a cheque at the bank and pays online as well takes one seat.
create or replace function free_seats(of_batch integer, capacity integer, besides bigint default null) returns integer
language sql stable parallel safe
as $$
  select (capacity
    - (select count(*) from active_enrolments e where e.batch_id = of_batch)
    - (select count(distinct h.user_id) from seat_holds h where h.batch_id = of_batch and h.user_id is distinct from besides))::integer
$$;
