-- A make-up class names the cancelled class that it makes up for.
alter table class_sessions add column makes_up_for integer;
comment on column class_sessions.makes_up_for is 'The cancelled class of the same batch that this class makes up for.';
alter table class_sessions add constraint class_sessions_of_batch unique (batch_id, id);
alter table class_sessions add constraint class_sessions_makes_up_for_fkey foreign key (batch_id, makes_up_for)
  references class_sessions (batch_id, id) on delete set null (makes_up_for);
alter table class_sessions add constraint only_extra_classes_make_up check (extra or makes_up_for is null);
create unique index one_make_up_of_a_class on class_sessions (batch_id, makes_up_for) where state <> 'cancelled';

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
     where m.batch_id = s.batch_id and m.makes_up_for = s.id and m.state <> 'cancelled') as made_up_at
  from class_sessions s join batches b on b.id = s.batch_id;
