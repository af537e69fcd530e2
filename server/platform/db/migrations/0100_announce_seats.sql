-- Seats have a tag of their own: a sale renders anew what shows seats, and nothing else. Pages of the version before are up to a
-- minute behind with seats while it still runs. The former channel ends here.
create or replace function invalidate_cache(tag text) returns void
language sql
as $$
  select pg_notify('cache_invalidated', tag);
$$;

create or replace function announce_seats() returns trigger
language plpgsql
as $$
declare
  course integer;
begin
  for course in
    select distinct course_id from batches
    where capacity is not null and id in (
      case when tg_op <> 'DELETE' then new.batch_id end,
      case when tg_op <> 'INSERT' then old.batch_id end)
  loop
    perform invalidate_cache('seats:' || course);
  end loop;
  return null;
end $$;
