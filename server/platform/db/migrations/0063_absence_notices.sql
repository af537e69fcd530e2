-- A mail about a missed class, when the school wants it: docs/decisions/attendance.md. The cause of the mail is `absence-notice:`
-- and the id.
create table absence_notices (
  id bigint generated always as identity primary key,
  session_id integer not null references class_sessions (id) on delete cascade,
  user_id bigint not null references users (id),
  created_at timestamptz not null,
  constraint absence_notices_once unique (session_id, user_id)
);
create index absence_notices_by_user on absence_notices (user_id);

alter table mail_preferences drop constraint mail_preferences_kind_check;
alter table mail_preferences add constraint mail_preferences_kind_check check (kind in ('reminder_day', 'reminder_soon', 'absence'));

-- A waiting notice is not sent when somebody was there after all, is excused, or has left, and when the class is cancelled.
create function drop_absence_notices(of_session integer, of_user bigint) returns void
language sql
as $$
  update mail_outbox o set given_up_at = app_now(), expires_at = app_now() from absence_notices n
  where (of_session is null or n.session_id = of_session) and (of_user is null or n.user_id = of_user)
    and o.cause = 'absence-notice:' || n.id and o.sent_at is null and o.given_up_at is null
$$;

create function drop_notice_of_student() returns trigger
language plpgsql
as $$
begin
  -- Mostly there is none: a press comes before the class ends.
  if exists (select from absence_notices n where n.session_id = new.session_id and n.user_id = new.user_id) then
    perform drop_absence_notices(new.session_id, new.user_id);
  end if;
  return null;
end $$;
create trigger attendance_evidence_drop_notice after insert on attendance_evidence for each row
  when (new.user_id is not null) execute function drop_notice_of_student();
create trigger attendance_decisions_drop_notice after insert or update on attendance_decisions for each row
  when (new.status is distinct from 'absent') execute function drop_notice_of_student();

create function drop_notices_of_class() returns trigger
language plpgsql
as $$
begin
  perform drop_absence_notices(new.id, null);
  return null;
end $$;
create trigger class_sessions_drop_notices after update on class_sessions for each row
  when (old.state <> new.state or old.starts_at <> new.starts_at) execute function drop_notices_of_class();

create function drop_notices_of_enrolment() returns trigger
language plpgsql
as $$
begin
  perform drop_absence_notices(s.id, old.user_id) from class_sessions s
  join absence_notices n on n.session_id = s.id and n.user_id = old.user_id where s.batch_id = old.batch_id;
  return null;
end $$;
create trigger enrolments_drop_notices after update on enrolments for each row
  when (old.ended_at is null and new.ended_at is not null or old.batch_id <> new.batch_id)
  execute function drop_notices_of_enrolment();
