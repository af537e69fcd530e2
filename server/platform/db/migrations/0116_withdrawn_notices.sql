-- A reminder that was withdrawn is needed again when its class is again at that time, is held after all, or has its student back. A
-- mail that is being sent goes on. Of any other the key is free, so that the job writes it anew with what holds now.
create function free_class_reminders(of_session integer, begins timestamptz, of_user bigint) returns void
language sql
as $$
  with withdrawn as (
    select r.id as reminder, o.id, coalesce(o.sending_until > app_now(), false) as is_sending
    from class_reminders r join mail_outbox o on o.cause = 'class-reminder:' || r.id
    where r.session_id = of_session and r.starts_at = begins and (of_user is null or r.user_id = of_user)
      and o.sent_at is null and o.given_up_at is not null and o.bounced_at is null
  ), going as (
    update mail_outbox o set given_up_at = null, expires_at = begins from withdrawn w where o.id = w.id and w.is_sending
  )
  delete from class_reminders r using withdrawn w where r.id = w.reminder and not w.is_sending
$$;
create function free_trial_reminders(of_guest bigint, begins timestamptz) returns void
language sql
as $$
  update mail_outbox o set
    given_up_at = case when o.sending_until > app_now() then null else o.given_up_at end,
    expires_at = case when o.sending_until > app_now() then begins else o.expires_at end,
    cause = case when o.sending_until > app_now() then o.cause end
  where o.cause in (select concat_ws(':', 'trial-reminder', of_guest, extract(epoch from begins)::bigint, m) from unnest(array[15, 1440]) m)
    and o.sent_at is null and o.given_up_at is not null and o.bounced_at is null
$$;

create function free_reminders_of_class() returns trigger
language plpgsql
as $$
begin
  perform free_class_reminders(new.id, new.starts_at, null);
  perform free_trial_reminders(g.id, new.starts_at) from trial_guests g where g.session_id = new.id and g.released_at is null;
  return null;
end $$;
create trigger class_sessions_free_reminders after update on class_sessions for each row
  when (new.state = 'scheduled' and (old.starts_at <> new.starts_at or old.state <> new.state))
  execute function free_reminders_of_class();

create function free_reminders_of_enrolment() returns trigger
language plpgsql
as $$
begin
  perform free_class_reminders(s.id, s.starts_at, new.user_id)
  from class_reminders r join class_sessions s on s.id = r.session_id and s.starts_at = r.starts_at
  where r.user_id = new.user_id and s.batch_id = new.batch_id and r.starts_at > app_now();
  return null;
end $$;
create trigger enrolments_free_reminders after insert or update of ended_at, batch_id on enrolments for each row
  when (new.ended_at is null) execute function free_reminders_of_enrolment();
