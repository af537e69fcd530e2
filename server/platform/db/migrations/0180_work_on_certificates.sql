-- A certificate says what was built, and leads to a project of the student's choice.
alter table certificates add column built text[] not null default '{}',
  add column project_url text check (project_url ~* '^https://' and char_length(project_url) <= 500);
comment on column certificates.built is 'Titles of the accepted exercises as they stood, in the order of the classes.';
comment on column certificates.project_url is 'The student chose this link, and may remove it. The page shows it.';

create function certificate_built(of_batch integer, of_user bigint, until timestamptz) returns text[]
language sql stable
as $$
  select coalesce(array_agg(x.title order by c.starts_at, x.id), '{}')
  from class_sessions c join exercises x on x.session_id = c.id
  where c.batch_id = of_batch and c.state <> 'cancelled' and exists (
    select from submissions s join submission_reviews r on r.submission_id = s.id
    where s.exercise_id = x.id and s.user_id = of_user and r.outcome = 'accepted' and r.reviewed_at <= until)
$$;

alter table certificates disable trigger user;
update certificates set built = certificate_built(batch_id, user_id, issued_at) where accepted > 0;
alter table certificates enable trigger user;
select audit_table('certificates', 'id', 'code,number,holder,revoke_reason,project_url');
