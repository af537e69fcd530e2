-- Changes are announced as `cache_invalidated`. The former channel fires beside it for one release, for processes of the
-- version before; a later migration takes it away.
create function invalidate_cache(tag text) returns void
language sql
as $$
  select pg_notify('cache_invalidated', tag);
  select pg_notify('kept_changed', tag);
$$;

create or replace function announce_change() returns trigger
language plpgsql
as $$
begin
  perform invalidate_cache(tg_argv[0] || ':' || case when tg_op = 'DELETE' then old.id else new.id end);
  return null;
end $$;

create or replace function announce_course_of_batch() returns trigger
language plpgsql
as $$
begin
  if tg_op <> 'INSERT' then
    perform invalidate_cache('course:' || old.course_id);
  end if;
  if tg_op <> 'DELETE' then
    perform invalidate_cache('course:' || new.course_id);
  end if;
  return null;
end $$;

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
    perform invalidate_cache('course:' || course);
  end loop;
  return null;
end $$;
