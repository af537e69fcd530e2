-- Why a class is cancelled, as its students read it. A class that is held after all has none.
alter table class_sessions
  add column cancel_reason text not null default '' check (char_length(cancel_reason) <= 200),
  add constraint only_cancelled_classes_have_a_reason check (state = 'cancelled' or cancel_reason = '');

create or replace view numbered_sessions as
select
  s.id, s.batch_id, s.sequence, s.topic, s.module, s.starts_at, s.ends_at, s.instructor_id, s.state, s.moved_from,
  s.substitute_for, s.notes, s.prepare, s.classroom_url, s.edited, s.extra, s.version,
  (count(*) filter (where s.state <> 'cancelled') over (partition by s.batch_id order by s.starts_at, s.id))::integer as number,
  (count(*) filter (where s.state <> 'cancelled') over (partition by s.batch_id))::integer as total,
  s.cancel_reason
from class_sessions s;
