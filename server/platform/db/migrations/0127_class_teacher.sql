-- Who teaches a class and how it stands are decided here alone. teacher_id is the substitute, else the instructor of the batch.
-- A class that a cancelled batch does not hold is cancelled, whatever its own state: it was not over by then.
create or replace view numbered_sessions as
select
  s.id, s.batch_id, s.sequence, s.topic, s.module, s.starts_at, s.ends_at, s.instructor_id, s.state, s.moved_from,
  s.substitute_for, s.notes, s.prepare, s.classroom_url, s.edited, s.extra, s.version,
  (select count(*) from class_sessions k
   where k.batch_id = s.batch_id and k.state <> 'cancelled' and (k.starts_at, k.id) <= (s.starts_at, s.id))::integer as number,
  (select count(*) from class_sessions k where k.batch_id = s.batch_id and k.state <> 'cancelled')::integer as total,
  s.cancel_reason,
  coalesce(s.instructor_id, b.instructor_id) as teacher_id,
  b.instructor_id as batch_instructor_id,
  case when s.state = 'cancelled' or s.ends_at > b.cancelled_at then 'cancelled' when s.ends_at <= app_now() then 'held'
    when s.starts_at <= app_now() then 'live' else 'scheduled' end as standing
from class_sessions s join batches b on b.id = s.batch_id;
