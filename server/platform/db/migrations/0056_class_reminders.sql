-- Reminders of classes: docs/decisions/class-reminders.md. One row for each class, start, student and offset: a class that is
-- moved has new ones. The cause of the mail is `class-reminder:` and the id.
create table class_reminders (
  id bigint generated always as identity primary key,
  session_id integer not null references class_sessions (id) on delete cascade,
  starts_at timestamptz not null,
  user_id bigint not null references users (id),
  -- Minutes before the start.
  offset_minutes integer not null check (offset_minutes > 0),
  created_at timestamptz not null,
  constraint class_reminders_once unique (session_id, starts_at, user_id, offset_minutes)
);
create index class_reminders_by_user on class_reminders (user_id);

-- What a student has chosen to get. Without a row the default of the kind holds.
create table mail_preferences (
  user_id bigint not null references users (id),
  kind text not null check (kind in ('reminder_day', 'reminder_soon')),
  wanted boolean not null,
  changed_at timestamptz not null,
  primary key (user_id, kind)
);

-- Waiting reminders of a class that is moved, cancelled or gone are not sent. One that a job is sending now may be: it is marked
-- as sent then, and if it fails, it is not tried again.
create function drop_class_reminders() returns trigger
language plpgsql
as $$
begin
  update mail_outbox o set given_up_at = app_now(), expires_at = app_now() from class_reminders r
  where r.session_id = old.id and o.cause = 'class-reminder:' || r.id and o.sent_at is null and o.given_up_at is null;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger class_sessions_drop_reminders before delete on class_sessions for each row execute function drop_class_reminders();
create trigger class_sessions_move_reminders before update on class_sessions for each row
  when (old.starts_at <> new.starts_at or old.state <> new.state) execute function drop_class_reminders();

create function drop_reminders_of_batch() returns trigger
language plpgsql
as $$
begin
  update mail_outbox o set given_up_at = app_now(), expires_at = app_now()
  from class_reminders r join class_sessions s on s.id = r.session_id
  where s.batch_id = new.id and r.starts_at > app_now() and o.cause = 'class-reminder:' || r.id
    and o.sent_at is null and o.given_up_at is null;
  return null;
end $$;
create trigger batches_drop_reminders after update of cancelled_at on batches for each row
  when (old.cancelled_at is null and new.cancelled_at is not null) execute function drop_reminders_of_batch();

create function drop_reminders_of_enrolment() returns trigger
language plpgsql
as $$
begin
  update mail_outbox o set given_up_at = app_now(), expires_at = app_now()
  from class_reminders r join class_sessions s on s.id = r.session_id
  where s.batch_id = old.batch_id and r.user_id = old.user_id and r.starts_at > app_now() and o.cause = 'class-reminder:' || r.id
    and o.sent_at is null and o.given_up_at is null;
  return null;
end $$;
create trigger enrolments_drop_reminders after update on enrolments for each row
  when (old.ended_at is null and new.ended_at is not null or old.batch_id <> new.batch_id)
  execute function drop_reminders_of_enrolment();
