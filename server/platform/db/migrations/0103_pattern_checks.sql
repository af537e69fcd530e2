-- Whether the classes of a batch are those of its pattern and the holidays. Without a row the batch is compared anew. Time alone
-- does not put a batch out of line: a class that begins takes its own place in the pattern.
create table pattern_checks (
  batch_id integer primary key references batches (id) on delete cascade,
  in_line boolean not null
);

-- Who writes what a check reads shares a lock until its commit. `checkPatterns` works only while nobody holds it, so that no check
-- is stored that has not seen a change.
create function forget_checks_of_changed() returns trigger
language plpgsql
as $$
begin
  perform pg_advisory_xact_lock_shared(hashtext('pattern_checks'));
  delete from pattern_checks k where k.batch_id in (select c.batch_id from changed c);
  return null;
end $$;
create trigger batch_patterns_forget_insert after insert on batch_patterns referencing new table as changed
  for each statement execute function forget_checks_of_changed();
create trigger batch_patterns_forget_update after update on batch_patterns referencing new table as changed
  for each statement execute function forget_checks_of_changed();
create trigger class_sessions_forget_insert after insert on class_sessions referencing new table as changed
  for each statement execute function forget_checks_of_changed();
create trigger class_sessions_forget_delete after delete on class_sessions referencing old table as changed
  for each statement execute function forget_checks_of_changed();

-- Topics, links and the like do not matter to a check.
create function forget_checks_of_moved() returns trigger
language plpgsql
as $$
declare
  moved integer[];
begin
  select array_agg(distinct n.batch_id) into moved from now_so n join formerly f on f.id = n.id
  where (n.batch_id, n.starts_at, n.ends_at, n.state, n.moved_from, n.edited, n.extra)
    is distinct from (f.batch_id, f.starts_at, f.ends_at, f.state, f.moved_from, f.edited, f.extra);
  if moved is null then return null; end if;
  perform pg_advisory_xact_lock_shared(hashtext('pattern_checks'));
  delete from pattern_checks k where k.batch_id = any (moved);
  return null;
end $$;
create trigger class_sessions_forget_update after update on class_sessions referencing old table as formerly new table as now_so
  for each statement execute function forget_checks_of_moved();

create function forget_checks_of_holiday() returns trigger
language plpgsql
as $$
begin
  perform pg_advisory_xact_lock_shared(hashtext('pattern_checks'));
  delete from pattern_checks k using batch_patterns p
  where p.batch_id = k.batch_id and exists (
    select from (values (old.calendar, old.day), (new.calendar, new.day)) as h (calendar, day)
    where h.calendar = p.calendar and (h.day = p.first_day or h.day > p.first_day and extract(isodow from h.day)::smallint = any (p.weekdays)));
  return null;
end $$;
create trigger holidays_forget after insert or delete or update of calendar, day on holidays
  for each row execute function forget_checks_of_holiday();

-- As before, but it looks at half the days or less: each week has all its class days, and holidays before the first day are none.
create or replace function plan_sessions(
  of_batch integer, of_weekdays smallint[], of_clock time, of_minutes integer, of_first_day date, of_count integer,
  of_last_day date, of_calendar text, since timestamptz)
returns table (change text, session_id integer, was_at timestamptz, was_until timestamptz, starts_at timestamptz, ends_at timestamptz)
language sql stable
as $$
  with present as (
    select s.id, s.starts_at, s.ends_at, s.state, s.extra, s.edited or s.starts_at <= since as kept,
      (coalesce(s.moved_from, s.starts_at) at time zone 'Asia/Kolkata')::date as planned_day
    from class_sessions s where s.batch_id = of_batch
  ), bounds as (
    select greatest(of_first_day, (since at time zone 'Asia/Kolkata')::date) as first_day,
      -- Weeks that have enough class days, whatever holidays and classes take of them.
      7 * (2 + (of_count
        + (select count(*) from holidays h where h.calendar = of_calendar and h.day >= of_first_day)
        -- The planned day, and two more that a moved class through midnight may touch.
        + 3 * (select count(*) from present p where p.kept)) / cardinality(of_weekdays))::integer as days
  ), slots as (
    select t.starts_at, t.ends_at
    from bounds b
    cross join lateral generate_series(
      b.first_day::timestamp, coalesce(of_last_day, b.first_day + b.days)::timestamp, interval '1 day') as d (day)
    cross join lateral (
      select (d.day + of_clock) at time zone 'Asia/Kolkata' as starts_at,
        (d.day + of_clock) at time zone 'Asia/Kolkata' + make_interval(mins => of_minutes) as ends_at
    ) t
    where (d.day::date = of_first_day or extract(isodow from d.day)::smallint = any (of_weekdays))
      and t.starts_at > since
      and not exists (select from holidays h where h.calendar = of_calendar and h.day = d.day::date)
      and not exists (
        select from present p
        where p.kept and (not p.extra and p.planned_day = d.day::date
          or p.state <> 'cancelled' and tstzrange(p.starts_at, p.ends_at) && tstzrange(t.starts_at, t.ends_at)))
    order by t.starts_at
    limit case when of_count is not null then greatest(0, of_count - (select count(*) from present p where p.kept and not p.extra)) end
  ), places as (
    select row_number() over (order by s.starts_at) as place, s.starts_at, s.ends_at from slots s
  ), free as (
    select row_number() over (order by p.starts_at, p.id) as place, p.id, p.starts_at, p.ends_at from present p where not p.kept
  )
  select
    case when f.place is null then 'added' when p.place is null then 'removed'
      when (f.starts_at, f.ends_at) is distinct from (p.starts_at, p.ends_at) then 'moved' else 'unchanged' end,
    f.id, f.starts_at, f.ends_at, p.starts_at, p.ends_at
  from free f full join places p on p.place = f.place
  union all
  select 'unchanged', p.id, p.starts_at, p.ends_at, p.starts_at, p.ends_at from present p where p.kept
$$;
