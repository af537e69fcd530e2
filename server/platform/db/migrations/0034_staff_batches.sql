-- An archived instructor keeps what is taught already and is no longer offered for a batch.
alter table instructors add column archived boolean not null default false;

-- The time that pages show: `7:30 PM – 9:00 PM IST`.
create function class_time_text(clock time, minutes integer) returns text
language sql immutable
as $$
  select to_char(date '2000-01-01' + clock, 'FMHH12:MI AM') || ' – '
    || to_char(date '2000-01-01' + clock + make_interval(mins => minutes), 'FMHH12:MI AM') || ' IST'
$$;

-- As before, and the time that pages show follows the clock and the minutes.
create or replace function follow_pattern() returns trigger
language plpgsql
as $$
declare
  retimed boolean := tg_op = 'INSERT';
begin
  if tg_op = 'UPDATE' then
    retimed := (old.clock, old.minutes) is distinct from (new.clock, new.minutes);
  end if;
  update batches b set weekdays = new.weekdays, class_minutes = new.minutes,
    time_text = case when retimed then class_time_text(new.clock, new.minutes) else b.time_text end
  where b.id = new.batch_id and (b.weekdays, b.class_minutes, b.time_text) is distinct from
    (new.weekdays, new.minutes, case when retimed then class_time_text(new.clock, new.minutes) else b.time_text end);
  return null;
end $$;
