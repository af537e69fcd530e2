-- A waiting reminder names the topic, the end, who teaches the class and what students prepare. When that changes, it is written anew, as if it were withdrawn.
create function renew_class_reminders(of_session integer) returns void
language sql
as $$
  with waiting as (
    select r.id as reminder, o.id from class_reminders r join mail_outbox o on o.cause = 'class-reminder:' || r.id
    where r.session_id = of_session and o.sent_at is null and o.given_up_at is null
      and (o.sending_until is null or o.sending_until <= app_now())
  ), withdrawn as (
    update mail_outbox o set given_up_at = app_now(), expires_at = app_now() from waiting w where o.id = w.id
  )
  delete from class_reminders r using waiting w where r.id = w.reminder
$$;

-- Of guests, the cause alone is the key.
create function renew_trial_reminders(of_session integer) returns void
language sql
as $$
  update mail_outbox o set given_up_at = app_now(), expires_at = app_now(), cause = null
  from trial_guests g join class_sessions s on s.id = g.session_id cross join unnest(array[15, 1440]) m
  where g.session_id = of_session and g.released_at is null
    and o.cause = concat_ws(':', 'trial-reminder', g.id, extract(epoch from s.starts_at)::bigint, m)
    and o.sent_at is null and o.given_up_at is null and (o.sending_until is null or o.sending_until <= app_now())
$$;

create function renew_reminders_of_class() returns trigger
language plpgsql
as $$
begin
  perform renew_class_reminders(new.id);
  perform renew_trial_reminders(new.id);
  return null;
end $$;
create trigger class_sessions_renew_reminders after update on class_sessions for each row
  when (new.state = 'scheduled' and old.starts_at = new.starts_at and old.state = new.state
    and (old.instructor_id, old.ends_at, old.topic, old.module, old.prepare)
      is distinct from (new.instructor_id, new.ends_at, new.topic, new.module, new.prepare))
  execute function renew_reminders_of_class();

create function renew_reminders_of_batch() returns trigger
language plpgsql
as $$
begin
  perform renew_class_reminders(s.id), renew_trial_reminders(s.id) from class_sessions s
  where s.batch_id = new.id and s.instructor_id is null and s.starts_at > app_now() and s.starts_at < app_now() + interval '2 days';
  return null;
end $$;
create trigger batches_renew_reminders after update of instructor_id on batches for each row
  when (old.instructor_id <> new.instructor_id) execute function renew_reminders_of_batch();
