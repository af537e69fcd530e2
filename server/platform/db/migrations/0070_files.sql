-- Lists that staff took out of the console as files. The row is written before the first line of the file leaves the server, and its
-- audit entry says who took what.
create table list_exports (
  id bigint generated always as identity primary key,
  -- The resource, such as `payments`.
  list text not null check (list ~ '^[a-z-]{1,60}$'),
  -- What was asked for. Words of a search are masked, because they name people.
  filter jsonb not null,
  rows integer not null check (rows >= 0),
  -- The file ended early, after `rows`.
  broke_off boolean not null default false,
  created_at timestamptz not null
);
select audit_table('list_exports', 'id', '');

-- Which heading of a file was read as which column: [{"heading": "Mobile", "column": "phone"}], null for a column that is not used.
alter table student_imports add column columns jsonb not null default '[]';
