-- A list whose students get more in a day than one person may give waits for a second person, who runs it or declines.
alter table student_imports
  drop constraint student_imports_state_check,
  drop constraint student_imports_state_has_times,
  add column asked_by integer references staff (id),
  add column asked_at timestamptz,
  add column decided_by integer references staff (id),
  add column decided_at timestamptz,
  -- Nobody else could decide for a day.
  add column decided_alone boolean not null default false,
  -- Why it was declined.
  add column answer text,
  -- What the lines have paid, and the list price of the places that nobody pays.
  add column received_paise bigint not null default 0,
  add column given_paise bigint not null default 0,
  add constraint student_imports_state_check check (state in ('checked', 'waiting', 'done', 'undone')),
  add constraint student_imports_state_has_times check ((state in ('checked', 'waiting')) = (ran_at is null) and (state = 'undone') = (undone_at is not null)),
  add constraint student_imports_asked_has_time check ((asked_by is null) = (asked_at is null)),
  add constraint student_imports_decided_has_time check ((decided_by is null) = (decided_at is null)),
  add constraint student_imports_waiting_is_asked check (state <> 'waiting' or asked_by is not null and decided_by is null),
  -- Who asks never decides, unless nobody else could for a day.
  add constraint student_imports_two_persons check (decided_by is null or asked_by is not null
    and (decided_by <> asked_by or decided_alone and decided_at >= asked_at + interval '24 hours'));
create index student_imports_waiting on student_imports (asked_at) where state = 'waiting';
-- Why a list was declined may name a student.
select audit_table('student_imports', 'id', 'answer');
