-- Guests in single classes: docs/decisions/trial.md.
alter type code_purpose add value 'trial';

-- How many guests a class takes; 0 is not open to guests.
alter table class_sessions add column trial_seats integer not null default 0 check (trial_seats between 0 and 500);

-- The right of one guest to one class. Who the guest is stands in the enquiry. The key in the guest's link is signed and stored
-- nowhere.
create table trial_guests (
  id bigint generated always as identity primary key,
  session_id integer not null references class_sessions (id) on delete cascade,
  enquiry_id bigint not null unique references enquiries (id) on delete cascade,
  created_at timestamptz not null,
  -- What the guest knows of the class, and how many mails about changes that took. A job compares it with the class.
  told_starts_at timestamptz not null,
  told_held boolean not null default true,
  tellings integer not null default 0,
  -- When the guest gave the seat back, and when the guest first came.
  released_at timestamptz,
  joined_at timestamptz
);
create index trial_guests_by_session on trial_guests (session_id) where released_at is null;

-- A page that offers the class follows its free seats.
create function announce_trial_seat() returns trigger
language plpgsql
as $$
declare
  course integer := (select b.course_id from class_sessions s join batches b on b.id = s.batch_id
    where s.id = case when tg_op = 'DELETE' then old.session_id else new.session_id end);
begin
  if course is not null then
    perform invalidate_cache('course:' || course);
  end if;
  return null;
end $$;
create trigger trial_guests_announce after insert or update of released_at or delete on trial_guests
  for each row execute function announce_trial_seat();

-- Enquiries of guests. Their phone is not asked for. The checks keep the kinds that they have.
do $$
declare
  of_enquiries text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'enquiries_kind_check');
  of_leads text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'leads_kind_check');
  kinds text := $x$'contact'::text, 'trial'::text$x$;
begin
  alter table enquiries drop constraint enquiries_kind_check;
  execute 'alter table enquiries add constraint enquiries_kind_check ' || replace(of_enquiries, $x$'contact'::text$x$, kinds);
  alter table leads drop constraint leads_kind_check;
  execute 'alter table leads add constraint leads_kind_check ' || replace(of_leads, $x$'contact'::text$x$, kinds);
end $$;
alter table enquiries
  drop constraint enquiries_can_be_answered,
  add constraint enquiries_can_be_answered check (
    email is not null and (phone is not null or kind = 'trial') and consent_version is not null and consented_at is not null
    or kind = 'contact' and (email is not null or phone is not null));

-- Waiting reminders of a class that is moved or cancelled, or of a seat that was given back, are not sent. The cause of the mail
-- is `trial-reminder:`, the guest, the start in seconds and the minutes before it.
create function drop_trial_reminders(of_guest bigint, begins timestamptz) returns void
language sql
as $$
  update mail_outbox o set given_up_at = app_now(), expires_at = app_now()
  where o.cause in (select concat_ws(':', 'trial-reminder', of_guest, extract(epoch from begins)::bigint, m) from unnest(array[15, 1440]) m)
    and o.sent_at is null and o.given_up_at is null
$$;
create function drop_trial_reminders_of_class() returns trigger
language plpgsql
as $$
begin
  perform drop_trial_reminders(g.id, old.starts_at) from trial_guests g where g.session_id = old.id and g.released_at is null;
  return null;
end $$;
create trigger class_sessions_drop_trial_reminders after update on class_sessions for each row
  when (old.starts_at <> new.starts_at or old.state <> new.state) execute function drop_trial_reminders_of_class();
create function drop_trial_reminders_of_batch() returns trigger
language plpgsql
as $$
begin
  perform drop_trial_reminders(g.id, s.starts_at) from trial_guests g join class_sessions s on s.id = g.session_id
  where s.batch_id = new.id and s.starts_at > app_now() and g.released_at is null;
  return null;
end $$;
create trigger batches_drop_trial_reminders after update of cancelled_at on batches for each row
  when (old.cancelled_at is null and new.cancelled_at is not null) execute function drop_trial_reminders_of_batch();
create function drop_trial_reminders_of_guest() returns trigger
language plpgsql
as $$
begin
  perform drop_trial_reminders(new.id, s.starts_at) from class_sessions s where s.id = new.session_id;
  return null;
end $$;
create trigger trial_guests_drop_reminders after update of released_at on trial_guests for each row
  when (old.released_at is null and new.released_at is not null) execute function drop_trial_reminders_of_guest();

-- A class that guests wait for is not removed by another pattern: staff cancel it, and the guests are told.
do $$
begin
  execute replace(pg_get_functiondef('generate_sessions(integer, timestamptz)'::regprocedure),
    'and not exists (select from attendance_evidence e where e.session_id = s.id)',
    'and not exists (select from attendance_evidence e where e.session_id = s.id)
      and not exists (select from trial_guests g where g.session_id = s.id and g.released_at is null)');
end $$;
