-- A class may be held elsewhere than the others of its batch.
alter table class_sessions add column classroom_provider text check (classroom_provider ~ '^[a-z_]+$');
comment on column class_sessions.classroom_provider is 'Null: the batch''s classroom.';

create or replace view numbered_sessions as
  select s.id, s.batch_id, s.sequence, s.topic, s.module, s.starts_at, s.ends_at, s.instructor_id, s.state, s.moved_from,
    s.substitute_for, s.notes, s.prepare, s.classroom_url, s.edited, s.extra, s.version,
    (select count(*) from class_sessions k
     where k.batch_id = s.batch_id and k.state <> 'cancelled' and (k.starts_at, k.id) <= (s.starts_at, s.id))::integer as number,
    (select count(*) from class_sessions k where k.batch_id = s.batch_id and k.state <> 'cancelled')::integer as total,
    s.cancel_reason,
    coalesce(s.instructor_id, b.instructor_id) as teacher_id,
    b.instructor_id as batch_instructor_id,
    case when s.state = 'cancelled' or s.ends_at > b.cancelled_at then 'cancelled'
      when s.ends_at <= app_now() then 'held'
      when s.starts_at <= app_now() then 'live'
      else 'scheduled' end as standing,
    s.makes_up_for,
    (select f.starts_at from class_sessions f where f.id = s.makes_up_for) as makes_up_for_at,
    (select m.id from class_sessions m
     where m.batch_id = s.batch_id and m.makes_up_for = s.id and m.state <> 'cancelled') as made_up_by,
    (select m.starts_at from class_sessions m
     where m.batch_id = s.batch_id and m.makes_up_for = s.id and m.state <> 'cancelled') as made_up_at,
    s.classroom_provider
  from class_sessions s join batches b on b.id = s.batch_id;

create or replace function note_classroom_change() returns trigger
language plpgsql
as $$
declare
  changed class_sessions;
  former text;
begin
  changed := case when tg_op = 'DELETE' then old else new end;
  former := case when tg_op = 'UPDATE' then old.classroom_provider else changed.classroom_provider end;
  -- Another classroom: the former provider cancels, the new one prepares.
  insert into classroom_outbox (session_id, provider, created_at, next_attempt_at)
  select distinct changed.id, p.provider, app_now(), app_now() from batches b
  cross join unnest(array[coalesce(changed.classroom_provider, b.classroom_provider), coalesce(former, b.classroom_provider)])
    as p (provider)
  where b.id = changed.batch_id and p.provider <> 'link';
  return null;
end $$;
drop trigger class_sessions_classroom_update on class_sessions;
create trigger class_sessions_classroom_update after update on class_sessions
  for each row when ((old.starts_at, old.ends_at, old.state, old.topic, old.instructor_id, old.classroom_provider)
    is distinct from (new.starts_at, new.ends_at, new.state, new.topic, new.instructor_id, new.classroom_provider))
  execute function note_classroom_change();

-- A class with a classroom of its own does not follow that of its batch. It ends with the batch all the same.
create or replace function note_classroom_provider() returns trigger
language plpgsql
as $$
begin
  insert into classroom_outbox (session_id, provider, created_at, next_attempt_at)
  select distinct s.id, p.provider, app_now(), app_now() from class_sessions s
  cross join unnest(array[coalesce(s.classroom_provider, old.classroom_provider), coalesce(s.classroom_provider, new.classroom_provider)])
    as p (provider)
  where s.batch_id = new.id and s.ends_at > app_now() and p.provider <> 'link'
    and (s.classroom_provider is null or old.cancelled_at is distinct from new.cancelled_at);
  return null;
end $$;
