-- Problems of a line after its first one, so that a person corrects all of them at once.
alter table student_import_rows
  add column further_problems text[] not null default '{}',
  add constraint student_import_rows_first_problem_first check (further_problems = '{}' or problem is not null);
