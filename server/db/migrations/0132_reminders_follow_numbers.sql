-- A waiting reminder says "Class 7 of 28". When a class is added, cancelled, removed or moved past another, the numbers of its batch change,
-- and the waiting reminders are written anew.
create function renew_reminders_of_numbers() returns trigger
language plpgsql
as $$
declare
  renumbered integer[];
begin
  if tg_op = 'UPDATE' then
    renumbered := array(select distinct n.batch_id from new_rows n join old_rows o on o.id = n.id
      where (n.state = 'cancelled') <> (o.state = 'cancelled')
        or n.starts_at <> o.starts_at and exists (
          select from class_sessions k where k.batch_id = n.batch_id and k.id <> n.id and k.state <> 'cancelled'
            and k.starts_at between least(n.starts_at, o.starts_at) and greatest(n.starts_at, o.starts_at)));
  else
    renumbered := array(select distinct batch_id from changed_rows);
  end if;
  perform renew_class_reminders(s.id), renew_trial_reminders(s.id) from class_sessions s
  where s.batch_id = any (renumbered) and s.state = 'scheduled' and s.starts_at > app_now() and s.starts_at < app_now() + interval '2 days';
  return null;
end $$;
create trigger class_sessions_renew_numbers after update on class_sessions
  referencing old table as old_rows new table as new_rows
  for each statement execute function renew_reminders_of_numbers();
create trigger class_sessions_renew_numbers_of_new after insert on class_sessions
  referencing new table as changed_rows
  for each statement execute function renew_reminders_of_numbers();
create trigger class_sessions_renew_numbers_of_deleted after delete on class_sessions
  referencing old table as changed_rows
  for each statement execute function renew_reminders_of_numbers();
