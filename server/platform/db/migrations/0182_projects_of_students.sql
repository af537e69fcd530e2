-- Projects of students say who built them, where they run and what was learnt.
alter table projects add column student_name text check (student_name <> '' and char_length(student_name) <= 80),
  add column learnt text check (learnt <> '' and char_length(learnt) <= 600),
  add column live_url text check (live_url ~* '^https://' and char_length(live_url) <= 500),
  add column completed_on date,
  add column consented_on date,
  add constraint project_consent check (
    publication <> 'published' or (student_name is null and live_url is null)
    or (completed_on is not null and consented_on is not null and consented_on >= completed_on));
comment on column projects.student_name is 'Named with written consent. Null for a brief, and for a student who is not named.';
comment on column projects.learnt is 'What the student learnt by it. Null for a brief.';
comment on column projects.live_url is 'Where the project runs. It tells who built it, so it needs the consent too.';
comment on column projects.completed_on is 'The day on which the student completed the course. A consent counts when it was given after it.';
comment on column projects.consented_on is 'The day of the written consent.';
select audit_table('projects', 'id', 'student_name,live_url');
