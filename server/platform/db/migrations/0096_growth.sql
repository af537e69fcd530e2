-- Numbers of classes are counted for the classes that are read. As window functions they were counted for every class of the
-- school, unless the batch was a constant of the query.
create or replace view numbered_sessions as
select
  s.id, s.batch_id, s.sequence, s.topic, s.module, s.starts_at, s.ends_at, s.instructor_id, s.state, s.moved_from,
  s.substitute_for, s.notes, s.prepare, s.classroom_url, s.edited, s.extra, s.version,
  (select count(*) from class_sessions k
   where k.batch_id = s.batch_id and k.state <> 'cancelled' and (k.starts_at, k.id) <= (s.starts_at, s.id))::integer as number,
  (select count(*) from class_sessions k where k.batch_id = s.batch_id and k.state <> 'cancelled')::integer as total,
  s.cancel_reason
from class_sessions s;
create index class_sessions_numbered on class_sessions (batch_id, starts_at, id) where state <> 'cancelled';
create index class_sessions_by_end on class_sessions (ends_at);

-- As before, without reading every enrolment: the condition was an "or" with a list.
create or replace function enrolment_periods(of_batch integer, of_user bigint)
returns table (user_id bigint, began_at timestamptz, ended_at timestamptz, active boolean)
language sql stable
as $$
  with theirs as (
    select e.* from enrolments e
    where e.id in (
        select b.id from enrolments b where b.batch_id = of_batch
        union select m.enrolment_id from enrolment_moves m where m.from_batch_id = of_batch)
      and (of_user is null or e.user_id = of_user)
  ), starts as (
    select e.id as enrolment_id, coalesce(
        (select m.from_batch_id from enrolment_moves m where m.enrolment_id = e.id order by m.id limit 1), e.batch_id) as batch_id,
      e.created_at as began_at, 0::bigint as move_id
    from theirs e
    union all
    select m.enrolment_id, m.to_batch_id, m.moved_at, m.id from theirs e join enrolment_moves m on m.enrolment_id = e.id
  ), periods as (
    select s.enrolment_id, s.batch_id, s.began_at, lead(s.began_at) over (partition by s.enrolment_id order by s.move_id) as next_at
    from starts s
  )
  select e.user_id, p.began_at, coalesce(p.next_at, e.ended_at),
    -- Whether the enrolment is in this batch now.
    e.ended_at is null and e.batch_id = of_batch
  from periods p join theirs e on e.id = p.enrolment_id where p.batch_id = of_batch
$$;
