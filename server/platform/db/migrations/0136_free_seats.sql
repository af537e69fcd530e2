-- The rule of free seats, which five statements had: capacity without enrolments and without the live holds of people who have no place.
create view seat_holds as
select o.id as order_id, o.batch_id, o.user_id, o.hold_until
from payment_orders o
where o.status in ('creating', 'open', 'attempted') and o.hold_until > app_now()
  and not exists (select 1 from active_enrolments e where e.batch_id = o.batch_id and e.user_id = o.user_id);
comment on view seat_holds is 'Live holds that take a seat: an enrolled student holds no second one.';

-- Null when the batch is unlimited, and below zero when it has more places than seats. The hold of `besides` counts as free.
create function free_seats(of_batch integer, capacity integer, besides bigint default null) returns integer
language sql stable parallel safe
as $$
  select (capacity
    - (select count(*) from active_enrolments e where e.batch_id = of_batch)
    - (select count(*) from seat_holds h where h.batch_id = of_batch and h.user_id is distinct from besides))::integer
$$;

create or replace view batch_offers as
select
  b.id, b.course_id, b.starts_at, b.ends_at, b.time_text, b.class_minutes, b.weekdays, b.mode_of_training, b.batch_type,
  i.name as instructor_name,
  b.capacity, b.classroom_url, b.cancelled_at, b.created_at, b.updated_at,
  c.title as course_title,
  b.cancelled_at is null and b.starts_at > app_now() as is_ahead,
  case when b.capacity is not null then greatest(0, free_seats(b.id, b.capacity)) end as seats_left,
  b.instructor_id,
  (select count(*) from class_sessions k where k.batch_id = b.id and k.state <> 'cancelled')::integer as class_count,
  coalesce((select max(k.starts_at) from class_sessions k where k.batch_id = b.id and k.state <> 'cancelled'), b.starts_at)
    as last_class_at
from batches b
join courses c on c.id = b.course_id
join instructors i on i.id = b.instructor_id;
