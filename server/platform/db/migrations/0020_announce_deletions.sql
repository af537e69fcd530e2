-- A deleted enrolment or order frees a seat as well.
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
    perform pg_notify('kept_changed', 'course:' || course);
  end loop;
  return null;
end $$;
create trigger enrolments_announce_deletion after delete on enrolments
  for each row execute function announce_seats();
create trigger payment_orders_announce_deletion after delete on payment_orders
  for each row execute function announce_seats();
