-- A truncate runs no row triggers, so the audit log would miss it. Only the system may truncate an audited table.
create function refuse_truncate() returns trigger
language plpgsql
as $$
begin
  raise exception '% is audited: only the system may truncate it', tg_table_name using errcode = 'insufficient_privilege';
end $$;

create function guard_truncate(target regclass) returns void
language plpgsql
as $$
begin
  execute format(
    $sql$create or replace trigger %I before truncate on %s for each statement
      when (current_setting('app.actor_kind', true) is distinct from 'system') execute function refuse_truncate()$sql$,
    target::text || '_truncate', target);
end $$;

-- As before, and it refuses a truncate. A later call for the same table replaces its masked columns.
create or replace function audit_table(target regclass, key text, masked text) returns void
language plpgsql
as $$
begin
  execute format(
    $sql$create or replace trigger %I after insert or update or delete on %s for each row
      when (current_setting('app.actor_kind', true) in ('staff', 'operator')) execute function audit_change(%L, %L)$sql$,
    target::text || '_audit', target, key, masked);
  perform guard_truncate(target);
end $$;

select guard_truncate(tgrelid) from pg_trigger where tgfoid = 'audit_change'::regproc;

-- An operator writes the reason of a dismissal in free text, so it is masked like other reasons.
select audit_table('webhook_events', 'provider,event_id', 'body,dismissed_reason'),
  audit_table('unmatched_payments', 'provider_payment_id', 'email,contact,dismissed_reason');
