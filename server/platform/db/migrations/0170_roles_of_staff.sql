-- A member of staff has one or more roles, each once and in one order. The rewrite fires no trigger, so versions stay.
alter table staff add column roles text[];
alter table staff alter column roles type text[] using array[role];
alter table staff
  alter column roles set not null,
  add constraint staff_roles_check check (cardinality(roles) > 0 and roles = array_remove(array[
    case when 'owner' = any (roles) then 'owner' end, case when 'content' = any (roles) then 'content' end,
    case when 'support' = any (roles) then 'support' end, case when 'finance' = any (roles) then 'finance' end,
    case when 'instructor' = any (roles) then 'instructor' end], null));

-- The version before knows one role. It reads the first one, and what it writes replaces all.
create function keep_first_role() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'INSERT' then
    new.roles := coalesce(new.roles, array[new.role]);
  elsif new.roles is not distinct from old.roles and new.role is distinct from old.role then
    new.roles := array[new.role];
  end if;
  new.role := new.roles[1];
  return new;
end $$;
create trigger staff_first_role before insert or update on staff for each row execute function keep_first_role();

create or replace function keep_an_owner() returns trigger
language plpgsql
as $$
begin
  if not 'owner' = any (old.roles) or old.accepted_at is null or old.disabled_at is not null then return null; end if;
  if tg_op = 'UPDATE' then
    if 'owner' = any (new.roles) and new.accepted_at is not null and new.disabled_at is null then return null; end if;
  end if;
  perform pg_advisory_xact_lock(hashtext('staff'), hashtext('owners'));
  if not exists (
    select 1 from staff where 'owner' = any (roles) and accepted_at is not null and disabled_at is null and id <> old.id
  ) then
    raise exception 'the last active owner stays' using errcode = 'check_violation', constraint = 'staff_keep_an_owner';
  end if;
  return null;
end $$;

comment on table staff is 'A member of staff with one or more roles.';
comment on column staff.role is 'The first of the roles, for the version before.';
