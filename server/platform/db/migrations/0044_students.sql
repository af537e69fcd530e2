-- What staff write about a student: notes, the proof of a change of address, why an account was disabled. Rows are only added.
create table student_notes (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  staff_id integer not null references staff (id),
  kind text not null check (kind in ('note', 'address_changed', 'disabled')),
  body text not null check (body <> ''),
  created_at timestamptz not null
);
create index student_notes_by_user on student_notes (user_id, id);
select audit_table('student_notes', 'id', 'body');

-- Who of the staff took a copy of a student's data.
create table student_exports (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  staff_id integer not null references staff (id),
  created_at timestamptz not null
);
create index student_exports_by_user on student_exports (user_id, id);
select audit_table('student_exports', 'id', '');

-- Staff end sessions of students.
select audit_table('sessions', 'id', 'user_agent');

create index purchase_requests_by_user on purchase_requests (user_id);
create index enrolments_by_user on enrolments (user_id);
create index sessions_of_user on sessions (user_id);
