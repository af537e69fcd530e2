-- `told_at` gets the field's own name. Both columns follow each other for one release, while the version before still writes.
alter table disputes add column reported_at timestamptz;
update disputes set reported_at = told_at;

create function sync_dispute_reported_at() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'INSERT' then
    new.reported_at := coalesce(new.reported_at, new.told_at);
    new.told_at := coalesce(new.told_at, new.reported_at);
  elsif new.reported_at is distinct from old.reported_at then
    new.told_at := new.reported_at;
  else
    new.reported_at := new.told_at;
  end if;
  return new;
end $$;
create trigger disputes_sync_reported_at before insert or update of told_at, reported_at on disputes
  for each row execute function sync_dispute_reported_at();
alter table disputes alter column reported_at set not null;
