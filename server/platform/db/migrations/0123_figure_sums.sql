-- What the figures of a month, a course and a source sum up: money that came, money that went back, and enrolments that began. Each row is
-- one part of the sums. Months are those of India.
create function month_in_india(at timestamptz) returns date
language sql immutable parallel safe
return date_trunc('month', at at time zone 'Asia/Kolkata')::date;

create function source_of_provider(provider text) returns text
language sql immutable parallel safe
return case when provider = 'offline' then 'offline' else 'online' end;

create view figure_rows as
select p.captured_at as at, o.id as order_id, o.batch_id, b.course_id, source_of_provider(o.provider) as source,
  p.amount_paise as captured_paise, 0::bigint as refunded_paise, 0 as enrolments
from payments p join payment_orders o on o.id = p.order_id join batches b on b.id = o.batch_id
where p.status in ('captured', 'refunded')
union all
select r.settled_at, o.id, o.batch_id, b.course_id, source_of_provider(o.provider), 0, r.amount_paise, 0
from refunds r join payments p on p.id = r.payment_id join payment_orders o on o.id = p.order_id join batches b on b.id = o.batch_id
where r.status = 'processed'
union all
select e.created_at, o.id, e.batch_id, b.course_id, case when e.payment_id is null then 'hand' else source_of_provider(o.provider) end, 0, 0, 1
from enrolments e join batches b on b.id = e.batch_id left join payments p on p.id = e.payment_id left join payment_orders o on o.id = p.order_id;

create table figure_sums (
  month date not null check (extract(day from month) = 1),
  course_id integer not null,
  source text not null check (source in ('online', 'offline', 'hand')),
  captured_paise bigint not null,
  refunded_paise bigint not null,
  enrolments integer not null,
  primary key (month, course_id, source)
);

-- What has changed since. A sale adds a row here and waits for nobody, where a sum would be one row for all sales of a course. The figures
-- are the sums and the changes together; a job adds the changes to the sums.
create table figure_changes (
  id bigint generated always as identity primary key,
  month date not null check (extract(day from month) = 1),
  course_id integer not null,
  source text not null check (source in ('online', 'offline', 'hand')),
  captured_paise bigint not null,
  refunded_paise bigint not null,
  enrolments integer not null
);

-- What the last comparison of the sums with the rows has found.
create table figure_checks (
  only_row boolean primary key default true check (only_row),
  checked_at timestamptz not null,
  differences text[] not null
);

create function note_money(at timestamptz, of_order bigint, captured bigint, refunded bigint) returns void
language plpgsql
as $$
begin
  insert into figure_changes (month, course_id, source, captured_paise, refunded_paise, enrolments)
  select month_in_india(at), b.course_id, source_of_provider(o.provider), captured, refunded, 0
  from payment_orders o join batches b on b.id = o.batch_id where o.id = of_order;
end $$;

create function note_payment_figures() returns trigger
language plpgsql
as $$
begin
  if tg_op <> 'INSERT' and old.status in ('captured', 'refunded') then
    perform note_money(old.captured_at, old.order_id, -old.amount_paise, 0);
  end if;
  if tg_op <> 'DELETE' and new.status in ('captured', 'refunded') then
    perform note_money(new.captured_at, new.order_id, new.amount_paise, 0);
  end if;
  return null;
end $$;

create function note_refund_figures() returns trigger
language plpgsql
as $$
begin
  if tg_op <> 'INSERT' and old.status = 'processed' then
    perform note_money(old.settled_at, p.order_id, 0, -old.amount_paise) from payments p where p.id = old.payment_id;
  end if;
  if tg_op <> 'DELETE' and new.status = 'processed' then
    perform note_money(new.settled_at, p.order_id, 0, new.amount_paise) from payments p where p.id = new.payment_id;
  end if;
  return null;
end $$;

create function note_enrolment(at timestamptz, of_batch integer, of_payment bigint, count integer) returns void
language plpgsql
as $$
begin
  insert into figure_changes (month, course_id, source, captured_paise, refunded_paise, enrolments)
  select month_in_india(at), b.course_id, coalesce((
      select source_of_provider(o.provider) from payments p join payment_orders o on o.id = p.order_id where p.id = of_payment), 'hand'),
    0, 0, count
  from batches b where b.id = of_batch;
end $$;

create function note_enrolment_figures() returns trigger
language plpgsql
as $$
begin
  if tg_op <> 'INSERT' then perform note_enrolment(old.created_at, old.batch_id, old.payment_id, -1); end if;
  if tg_op <> 'DELETE' then perform note_enrolment(new.created_at, new.batch_id, new.payment_id, 1); end if;
  return null;
end $$;

-- A batch can move to another course, with all that was sold of it.
create function move_figures_of_batch() returns trigger
language plpgsql
as $$
begin
  insert into figure_changes (month, course_id, source, captured_paise, refunded_paise, enrolments)
  select month_in_india(f.at), case s.sign when 1 then new.course_id else old.course_id end, f.source,
    s.sign * sum(f.captured_paise), s.sign * sum(f.refunded_paise), s.sign * sum(f.enrolments)
  from figure_rows f cross join (values (-1), (1)) as s (sign)
  where f.batch_id = new.id group by 1, 2, 3, s.sign;
  return null;
end $$;

create function move_figures_of_order() returns trigger
language plpgsql
as $$
begin
  insert into figure_changes (month, course_id, source, captured_paise, refunded_paise, enrolments)
  select month_in_india(f.at), f.course_id, f.source, f.captured_paise, f.refunded_paise, f.enrolments
  from figure_rows f where f.order_id = new.id
  union all
  -- An enrolment has the course of its own batch.
  select month_in_india(f.at), case f.enrolments when 0 then b.course_id else f.course_id end, source_of_provider(old.provider),
    -f.captured_paise, -f.refunded_paise, -f.enrolments
  from figure_rows f cross join batches b where f.order_id = new.id and b.id = old.batch_id;
  return null;
end $$;

-- In the order in which a sale locks these tables.
create trigger payments_note_figures_of_new after insert on payments
  for each row when (new.status in ('captured', 'refunded')) execute function note_payment_figures();
create trigger payments_note_figures after update of status, amount_paise, captured_at, order_id on payments
  for each row when ((old.status in ('captured', 'refunded')) <> (new.status in ('captured', 'refunded'))
    or new.status in ('captured', 'refunded')
      and (old.amount_paise, old.captured_at, old.order_id) is distinct from (new.amount_paise, new.captured_at, new.order_id))
  execute function note_payment_figures();
create trigger payments_note_figures_of_deleted after delete on payments
  for each row when (old.status in ('captured', 'refunded')) execute function note_payment_figures();
create trigger enrolments_note_figures_of_new after insert on enrolments
  for each row execute function note_enrolment_figures();
create trigger enrolments_note_figures_of_deleted after delete on enrolments
  for each row execute function note_enrolment_figures();
create trigger enrolments_note_figures after update of batch_id, created_at, payment_id on enrolments
  for each row when ((old.batch_id, old.created_at, old.payment_id) is distinct from (new.batch_id, new.created_at, new.payment_id))
  execute function note_enrolment_figures();
create trigger payment_orders_move_figures after update of batch_id, provider on payment_orders
  for each row when ((old.batch_id, old.provider) is distinct from (new.batch_id, new.provider)) execute function move_figures_of_order();
create trigger refunds_note_figures_of_new after insert on refunds
  for each row when (new.status = 'processed') execute function note_refund_figures();
create trigger refunds_note_figures after update of status, amount_paise, settled_at, payment_id on refunds
  for each row when ((old.status = 'processed') <> (new.status = 'processed')
    or new.status = 'processed'
      and (old.amount_paise, old.settled_at, old.payment_id) is distinct from (new.amount_paise, new.settled_at, new.payment_id))
  execute function note_refund_figures();
create trigger refunds_note_figures_of_deleted after delete on refunds
  for each row when (old.status = 'processed') execute function note_refund_figures();
create trigger batches_move_figures after update of course_id on batches
  for each row when (old.course_id <> new.course_id) execute function move_figures_of_batch();

-- Compares the sums and their changes with the rows, from one month to before another, adds what is missing to the sums, and returns it.
-- One statement sees all three at one moment, so sales go on meanwhile.
create function correct_figures(first_month date, end_month date)
returns table (month date, course_id integer, source text, captured_paise bigint, refunded_paise bigint, enrolments integer)
language sql
as $$
  with parts as (
    select month_in_india(f.at) as month, f.course_id, f.source, f.captured_paise, f.refunded_paise, f.enrolments
    from figure_rows f
    where f.at >= first_month::timestamp at time zone 'Asia/Kolkata' and f.at < end_month::timestamp at time zone 'Asia/Kolkata'
    union all
    select s.month, s.course_id, s.source, -s.captured_paise, -s.refunded_paise, -s.enrolments
    from figure_sums s where s.month >= first_month and s.month < end_month
    union all
    select c.month, c.course_id, c.source, -c.captured_paise, -c.refunded_paise, -c.enrolments
    from figure_changes c where c.month >= first_month and c.month < end_month
  ), missing as materialized (
    select p.month, p.course_id, p.source, sum(p.captured_paise)::bigint as captured_paise, sum(p.refunded_paise)::bigint as refunded_paise,
      sum(p.enrolments)::integer as enrolments
    from parts p group by 1, 2, 3
    having sum(p.captured_paise) <> 0 or sum(p.refunded_paise) <> 0 or sum(p.enrolments) <> 0
  ), added as (
    insert into figure_sums as s (month, course_id, source, captured_paise, refunded_paise, enrolments)
    select m.month, m.course_id, m.source, m.captured_paise, m.refunded_paise, m.enrolments from missing m order by 1, 2, 3
    on conflict on constraint figure_sums_pkey do update set captured_paise = s.captured_paise + excluded.captured_paise,
      refunded_paise = s.refunded_paise + excluded.refunded_paise, enrolments = s.enrolments + excluded.enrolments
  )
  select m.month, m.course_id, m.source, m.captured_paise, m.refunded_paise, m.enrolments from missing m order by 1, 2, 3
$$;
