-- Joining a class, and the classrooms that it leads to: docs/decisions/joining.md.

-- Which classroom a batch uses. `link` is any address that staff give.
alter table batches add column classroom_provider text not null default 'link' check (classroom_provider ~ '^[a-z_]+$');

-- What a provider calls a class.
create table classroom_meetings (
  id bigint generated always as identity primary key,
  -- Null when the class is gone.
  session_id integer references class_sessions (id) on delete set null,
  provider text not null,
  external_id text not null,
  -- What the provider needs again, such as the address of its room. Never leaves the server.
  facts jsonb not null default '{}',
  created_at timestamptz not null,
  constraint classroom_meetings_of_class unique (session_id, provider),
  constraint classroom_meetings_external_id unique (provider, external_id)
);

-- Classes that a provider has to hear of. A job works them off in order of class; what it does follows from the class as it is
-- then. Not for `link`, which keeps nothing elsewhere.
create table classroom_outbox (
  id bigint generated always as identity primary key,
  -- No reference: a class that is gone has to be cancelled too.
  session_id integer not null,
  provider text not null,
  created_at timestamptz not null,
  done_at timestamptz,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  last_error text
);
create index classroom_outbox_waiting on classroom_outbox (next_attempt_at) where done_at is null;
create index classroom_outbox_by_session on classroom_outbox (session_id) where done_at is null;

create function note_classroom_change() returns trigger
language plpgsql
as $$
declare
  changed class_sessions;
begin
  changed := case when tg_op = 'DELETE' then old else new end;
  insert into classroom_outbox (session_id, provider, created_at, next_attempt_at)
  select changed.id, b.classroom_provider, app_now(), app_now() from batches b
  where b.id = changed.batch_id and b.classroom_provider <> 'link';
  return null;
end $$;
create trigger class_sessions_classroom_insert after insert or delete on class_sessions
  for each row execute function note_classroom_change();
create trigger class_sessions_classroom_update after update on class_sessions
  for each row when ((old.starts_at, old.ends_at, old.state, old.topic, old.instructor_id)
    is distinct from (new.starts_at, new.ends_at, new.state, new.topic, new.instructor_id))
  execute function note_classroom_change();

-- Another classroom for a batch: the former provider cancels, the new one prepares.
create function note_classroom_provider() returns trigger
language plpgsql
as $$
begin
  insert into classroom_outbox (session_id, provider, created_at, next_attempt_at)
  select s.id, p.provider, app_now(), app_now() from class_sessions s
  cross join (select distinct unnest(array[old.classroom_provider, new.classroom_provider]) as provider) p
  where s.batch_id = new.id and s.ends_at > app_now() and p.provider <> 'link';
  return null;
end $$;
create trigger batches_classroom_provider after update of classroom_provider, cancelled_at on batches
  for each row when ((old.classroom_provider, old.cancelled_at) is distinct from (new.classroom_provider, new.cancelled_at))
  execute function note_classroom_provider();

-- Who was seen in a class. A press of Join has no end.
create table attendance_evidence (
  id bigint generated always as identity primary key,
  session_id integer not null references class_sessions (id),
  -- Null for staff, and for a row of an import that matches nobody.
  user_id bigint references users (id),
  staff_id integer references staff (id),
  source text not null check (source in ('press', 'classroom', 'import')),
  began_at timestamptz not null,
  ended_at timestamptz check (ended_at >= began_at),
  -- How the provider names the person, such as a display name or an address. Erased with the account.
  provider_id text,
  received_at timestamptz not null,
  constraint evidence_names_somebody check (num_nonnulls(user_id, staff_id, provider_id) > 0)
);
create index attendance_evidence_by_session on attendance_evidence (session_id, user_id);
create index attendance_evidence_by_user on attendance_evidence (user_id) where user_id is not null;

create function keep_evidence() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - 'provider_id' = to_jsonb(old) - 'provider_id' and new.provider_id is null then
    return new;
  end if;
  raise exception 'evidence of attendance is only added' using errcode = 'check_violation', constraint = 'evidence_stays';
end $$;
create trigger attendance_evidence_stays before update or delete on attendance_evidence for each row execute function keep_evidence();
select guard_truncate('attendance_evidence');

-- As before; a class that somebody joined is not removed either.
create or replace function generate_sessions(of_batch integer, since timestamptz) returns void
language sql
as $$
  with plan as materialized (
    select p.* from batch_patterns b
    cross join lateral plan_sessions(
      b.batch_id, b.weekdays, b.clock, b.minutes, b.first_day, b.class_count, b.last_day, b.calendar, since) p
    where b.batch_id = of_batch
  ), removed as (
    delete from class_sessions s using plan p
    where p.change = 'removed' and s.id = p.session_id and not exists (select from recordings r where r.session_id = s.id)
      and not exists (select from attendance_evidence e where e.session_id = s.id)
  ), moved as (
    update class_sessions s set starts_at = p.starts_at, ends_at = p.ends_at from plan p
    where p.change = 'moved' and s.id = p.session_id
  )
  insert into class_sessions (batch_id, starts_at, ends_at)
  select of_batch, p.starts_at, p.ends_at from plan p where p.change = 'added' order by p.starts_at
$$;
