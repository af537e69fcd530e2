-- A plan that is shortened and made longer again has a new class at the time of the one that it dropped. Reminders of the dropped class
-- stay, so that the new one does not send them again. The batch is not referred to: a reminder may outlive it until it is swept.
alter table class_reminders
  alter column session_id drop not null,
  add column former_batch_id integer,
  add constraint class_reminders_have_class_or_batch check (num_nonnulls(session_id, former_batch_id) = 1);
create index class_reminders_by_former_batch on class_reminders (former_batch_id, starts_at) where former_batch_id is not null;

create function keep_reminders_of_removed_class() returns trigger
language plpgsql
as $$
begin
  update class_reminders set session_id = null, former_batch_id = old.batch_id where session_id = old.id;
  return old;
end $$;
-- Its name comes after that of the trigger that gives the waiting mails up.
create trigger class_sessions_keep_reminders before delete on class_sessions for each row
  execute function keep_reminders_of_removed_class();

-- Two dropped classes of one time may have had the same reminder.
create function adopt_class_reminders() returns trigger
language plpgsql
as $$
begin
  update class_reminders set session_id = new.id, former_batch_id = null
  where id in (
    select distinct on (r.user_id, r.offset_minutes) r.id from class_reminders r
    where r.former_batch_id = new.batch_id and r.starts_at = new.starts_at
      and not exists (
        select from class_reminders k where k.session_id = new.id and k.starts_at = r.starts_at and k.user_id = r.user_id
          and k.offset_minutes = r.offset_minutes)
    order by r.user_id, r.offset_minutes, r.id desc);
  if found then
    perform free_class_reminders(new.id, new.starts_at, null);
  end if;
  return null;
end $$;
create trigger class_sessions_adopt_reminders after insert on class_sessions for each row execute function adopt_class_reminders();
create trigger class_sessions_adopt_reminders_of_time after update of starts_at on class_sessions for each row
  when (old.starts_at <> new.starts_at) execute function adopt_class_reminders();

-- Whether a waiting mail is still for its person. It is asked when the mail is to be sent, so a student who is moved to another batch and
-- back meanwhile misses nothing. A mail about the classes of a batch is for its students, one about a seat for its guest, and one that can
-- be switched off for who wants it.
create function does_mail_hold(template text, cause text, props jsonb) returns boolean
language plpgsql stable
as $$
declare
  of_batch integer;
  student bigint;
  refused text := case template when 'class-reminder' then props ->> 'kind' when 'absence-notice' then 'absence'
    when 'work-reviewed' then 'review' when 'question-answered' then 'answer' end;
begin
  if refused is not null and exists (
    select from mail_preferences p where p.user_id = (props ->> 'userId')::bigint and p.kind = refused and not p.wanted) then
    return false;
  end if;
  if template in ('trial-seat', 'trial-changed', 'trial-reminder') then
    return not exists (select from trial_guests g where g.id = (props ->> 'guestId')::bigint and g.released_at is not null);
  end if;
  case template
    when 'classes-changed' then
      select n.batch_id into of_batch from class_notices n where n.id = split_part(cause, ':', 2)::bigint;
      if exists (select from batches b where b.id = of_batch and b.cancelled_at is not null) then
        return false;
      end if;
      student := nullif(split_part(cause, ':', 3), 'instructor')::bigint;
    when 'recording-ready' then
      select s.batch_id into of_batch from class_sessions s where s.id = split_part(cause, ':', 2)::integer;
      student := split_part(cause, ':', 3)::bigint;
    when 'batch-message' then
      select m.batch_id into of_batch from messages m where m.id = split_part(cause, ':', 2)::integer;
      student := split_part(cause, ':', 3)::bigint;
    when 'work-reviewed' then
      select s.batch_id into of_batch
      from submission_reviews v join submissions w on w.id = v.submission_id join exercises x on x.id = w.exercise_id
      join class_sessions s on s.id = x.session_id
      where v.id = split_part(cause, ':', 2)::bigint;
      student := (props ->> 'userId')::bigint;
    when 'question-answered' then
      select q.batch_id into of_batch from answers a join questions q on q.id = a.question_id
      where a.id = split_part(cause, ':', 2)::integer;
      student := (props ->> 'userId')::bigint;
    else
      return true;
  end case;
  return of_batch is null or student is null
    or exists (select from active_enrolments e where e.batch_id = of_batch and e.user_id = student);
end $$;
