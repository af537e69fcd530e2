-- What the accounts of a school rest on. Its log is kept for eight years at least (section 36 of the CGST Act: 72 months after the annual
-- return; section 128 of the Companies Act: eight years).
create function is_money_log(logged_table text) returns boolean
language sql immutable parallel safe
as $$
  select logged_table = any (array['approvals', 'batch_cancellations', 'batches', 'courses', 'disputes', 'enrolment_moves', 'enrolments',
    'offline_payments', 'payment_orders', 'payments', 'purchase_requests', 'receipts', 'refund_notes', 'refund_vouchers', 'refunds',
    'restores', 'site_settings', 'staff_acts', 'unmatched_payments', 'webhook_events'])
$$;

-- The time before which an entry may go. The settings can only keep it longer than the law asks for.
create function log_kept_from(is_money boolean) returns timestamptz
language sql stable
as $$
  select app_now() - make_interval(years => case when is_money
    then greatest(8, coalesce((select (settings ->> 'keep_money_log_years')::integer from site_settings), 8))
    else greatest(1, coalesce((select (settings ->> 'keep_log_years')::integer from site_settings), 3)) end)
$$;

-- The log still takes no change and no removal of what is kept, by anybody.
create function refuse_audit_removal() returns trigger
language plpgsql
as $$
begin
  if old.at >= log_kept_from(is_money_log(old.table_name)) then
    raise exception 'audit_log is append-only: delete is refused' using errcode = 'insufficient_privilege';
  end if;
  return old;
end $$;
drop trigger audit_log_append_only on audit_log;
create trigger audit_log_append_only before update or truncate on audit_log
  for each statement execute function refuse_audit_change();
create trigger audit_log_kept before delete on audit_log for each row execute function refuse_audit_removal();

-- Deletes entries that are past their time, `most` of each kind, and returns how many. The role that works with rows may not delete by itself.
create function delete_old_log(most integer) returns integer
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  gone integer;
begin
  delete from audit_log where id = any (array(
    select id from audit_log where not is_money_log(table_name) and at < log_kept_from(false) order by at limit most) || array(
    select id from audit_log where at < log_kept_from(true) order by at limit most));
  get diagnostics gone = row_count;
  return gone;
end $$;
