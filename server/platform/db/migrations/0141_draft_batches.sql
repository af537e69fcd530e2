-- A draft: visitors don't see it, and nobody is enrolled in it. Staff publish it once.
alter table batches add column published boolean not null default true;
comment on column batches.published is 'False: a draft that only staff see.';

create or replace view batch_offers as
  select b.id, b.course_id, b.starts_at, b.ends_at, b.time_text, b.class_minutes, b.weekdays, b.mode_of_training, b.batch_type,
    i.name as instructor_name, b.capacity, b.classroom_url, b.cancelled_at, b.created_at, b.updated_at,
    c.title as course_title,
    b.cancelled_at is null and b.starts_at > app_now() as is_ahead,
    case when b.capacity is not null then greatest(0, free_seats(b.id, b.capacity)) end as seats_left,
    b.instructor_id,
    (select count(*) from class_sessions k where k.batch_id = b.id and k.state <> 'cancelled')::integer as class_count,
    coalesce((select max(k.starts_at) from class_sessions k where k.batch_id = b.id and k.state <> 'cancelled'), b.starts_at)
      as last_class_at,
    b.published
  from batches b join courses c on c.id = b.course_id join instructors i on i.id = b.instructor_id
  where b.published;
