-- What students and instructors were told of changed classes: docs/decisions/class-changes.md. The causes of the mails are
-- `class-notice:`, the notice, `:` and the student, or `:instructor:` and the instructor.
create table class_notices (
  id bigint generated always as identity primary key,
  batch_id integer not null references batches (id) on delete cascade,
  -- Null when the notice is about several classes, or the class is gone.
  session_id integer references class_sessions (id) on delete set null,
  change text not null check (change in ('moved', 'cancelled', 'restored', 'added', 'removed', 'instructor', 'link', 'timetable')),
  -- How many students were told.
  students integer not null check (students >= 0),
  created_at timestamptz not null
);
create index class_notices_by_batch on class_notices (batch_id, id);
create index class_notices_by_session on class_notices (session_id) where session_id is not null;
