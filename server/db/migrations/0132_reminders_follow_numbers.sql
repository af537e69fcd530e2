-- A waiting reminder says "Class 7 of 28". When a class is added, cancelled, moved or removed, the numbers of the others change, and their
-- waiting reminders are written anew.
create function renew_reminders_of_numbers() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'UPDATE' then
    perform renew_class_reminders(s.id), renew_trial_reminders(s.id) from class_sessions s
    where s.batch_id in (select n.batch_id from new_rows n join old_rows o on o.id = n.id
        where (n.state, n.starts_at, n.batch_id) is distinct from (o.state, o.starts_at, o.batch_id))
      and s.state = 'scheduled' and s.starts_at > app_now() and s.starts_at < app_now() + interval '2 days';
  else
    perform renew_class_reminders(s.id), renew_trial_reminders(s.id) from class_sessions s
    where s.batch_id in (select batch_id from changed_rows)
      and s.state = 'scheduled' and s.starts_at > app_now() and s.starts_at < app_now() + interval '2 days';
  end if;
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
