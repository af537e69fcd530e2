-- What came of a batch, which the page of the course shows when staff allow it.
create table batch_outcomes (
  batch_id integer primary key references batches (id),
  students integer not null,
  attended integer not null check (attended >= 0),
  counted integer not null check (counted >= attended),
  certificates integer not null check (certificates between 0 and students),
  exercises integer not null check (exercises >= 0),
  accepted integer not null check (accepted between 0 and exercises),
  first_day date not null,
  last_day date not null check (last_day >= first_day),
  shown_at timestamptz not null default app_now(),
  -- Fewer would say too much about each of them, and too little about the course.
  constraint outcomes_of_few check (students >= 20)
);
comment on table batch_outcomes is 'What came of a finished batch, which the page of the course shows.';
comment on column batch_outcomes.students is 'Everybody who had a place in at least one class.';
comment on column batch_outcomes.shown_at is 'When staff allowed it. The figures stay as they stood then.';
comment on column batch_outcomes.attended is 'Places in classes that were attended, of those that count.';
comment on column batch_outcomes.exercises is 'Exercises of everybody who stayed, of which some were accepted.';

create function announce_course_of_outcomes() returns trigger
language plpgsql
as $$
begin
  perform invalidate_cache('course:' || b.course_id) from batches b
  where b.id = case tg_op when 'DELETE' then old.batch_id else new.batch_id end;
  return null;
end $$;
create trigger batch_outcomes_announce after insert or update or delete on batch_outcomes
  for each row execute function announce_course_of_outcomes();
select audit_table('batch_outcomes', 'batch_id', '');
select guard_table('batch_outcomes');

-- The figures of a batch as they stand. Null days for a batch that is not over.
create function count_batch_outcomes(of_batch integer) returns table (students integer, attended integer, counted integer,
  certificates integer, exercises integer, accepted integer, first_day date, last_day date)
language sql stable
set jit to 'off'
as $$
  select a.students, a.attended, a.counted, k.certificates, w.exercises, w.accepted,
    case when b.finished_at is not null then (b.first_at at time zone 'Asia/Kolkata')::date end,
    (b.finished_at at time zone 'Asia/Kolkata')::date
  from certificate_batch(of_batch) b
  cross join lateral (
    select count(distinct c.user_id)::integer as students,
      (count(*) filter (where c.status in ('present', 'late')))::integer as attended,
      (count(*) filter (where c.status <> 'excused'))::integer as counted
    from class_attendance(of_batch, null) c where c.is_over) a
  cross join lateral (
    select count(*)::integer as certificates from certificates k where k.batch_id = of_batch and k.revoked_at is null) k
  cross join lateral (
    select coalesce(sum(w.exercises), 0)::integer as exercises, coalesce(sum(w.accepted), 0)::integer as accepted
    from accepted_work w where w.batch_id = of_batch) w
$$;

do $$
begin
  execute replace(pg_get_functiondef('audited_name(text, text)'::regprocedure), $x$when 'recordings' then$x$,
    $x$when 'batch_outcomes' then return audited_name('batches', entry_row);
    when 'recordings' then$x$);
end $$;
