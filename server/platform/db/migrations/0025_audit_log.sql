-- Who changed what, and how it was before. A transaction says in whose name it runs: `app.actor_kind` (staff, operator or
-- system) and, for staff, `app.actor_id`. docs/decisions/audit.md lists which tables are audited and why.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('staff', 'operator')),
  actor_id bigint,
  table_name text not null,
  row_id text not null,
  operation text not null check (operation in ('insert', 'update', 'delete')),
  -- {column: {before, after}}: the changed columns, all of them when a row is made or deleted.
  changes jsonb not null,
  constraint staff_are_named check ((actor_kind = 'staff') = (actor_id is not null))
);
create index audit_log_by_row on audit_log (table_name, row_id, id);
create index audit_log_by_actor on audit_log (actor_kind, actor_id, id);
create index audit_log_by_time on audit_log (at);

create function refuse_audit_change() returns trigger
language plpgsql
as $$
begin
  raise exception 'audit_log is append-only: % is refused', lower(tg_op) using errcode = 'insufficient_privilege';
end $$;
create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_audit_change();

-- Writes one row for a changed one. Arguments: the key's columns, then the columns whose values are not shown.
create function audit_change() returns trigger
language plpgsql
as $$
declare
  before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  masked text[] := string_to_array(tg_argv[1], ',');
  changed jsonb;
  key text;
begin
  select jsonb_object_agg(name, jsonb_build_object(
      'before', case when name = any (masked) and before ->> name is not null then to_jsonb('masked'::text) else before -> name end,
      'after', case when name = any (masked) and after ->> name is not null then to_jsonb('masked'::text) else after -> name end))
  into changed
  from jsonb_object_keys(coalesce(after, before)) as name
  where before -> name is distinct from after -> name and (tg_op <> 'UPDATE' or name not in ('version', 'updated_at'));
  -- An update that changes nothing leaves no trace.
  if changed is null then return null; end if;
  select string_agg(coalesce(after, before) ->> name, '/' order by place) into key
  from unnest(string_to_array(tg_argv[0], ',')) with ordinality as part (name, place);
  insert into audit_log (at, actor_kind, actor_id, table_name, row_id, operation, changes)
  values (app_now(), current_setting('app.actor_kind'), nullif(current_setting('app.actor_id', true), '')::bigint,
    tg_table_name, key, lower(tg_op), changed);
  return null;
end $$;

create function require_actor() returns trigger
language plpgsql
as $$
begin
  raise exception '% is changed by staff, an operator or the system alone: the transaction names no actor', tg_table_name
    using errcode = 'insufficient_privilege';
end $$;

-- Audits a table: what staff or an operator changes there is written down in the same transaction. A student's changes
-- cost no more than reading one setting.
create function audit_table(target regclass, key text, masked text) returns void
language plpgsql
as $$
begin
  execute format(
    $sql$create trigger %I after insert or update or delete on %s for each row
      when (current_setting('app.actor_kind', true) in ('staff', 'operator')) execute function audit_change(%L, %L)$sql$,
    target::text || '_audit', target, key, masked);
end $$;

-- Refuses every change of a table without an actor.
create function guard_table(target regclass) returns void
language plpgsql
as $$
begin
  execute format(
    $sql$create trigger %I before insert or update or delete or truncate on %s for each statement
      when (coalesce(current_setting('app.actor_kind', true), '') not in ('staff', 'operator', 'system'))
      execute function require_actor()$sql$,
    target::text || '_guard', target);
end $$;

-- Only staff write these.
select guard_table(name::regclass)
from unnest('{courses,batches,recordings,utility_items,projects,blogs,companies,testimonials,site_settings}'::text[]) as name;
select audit_table('courses', 'id', 'reviews'),
  audit_table('batches', 'id', 'classroom_url'),
  audit_table('recordings', 'id', ''),
  audit_table('utility_items', 'id', ''),
  audit_table('projects', 'id', ''),
  audit_table('blogs', 'id', ''),
  audit_table('companies', 'id', ''),
  audit_table('testimonials', 'id', 'name,role,quote'),
  audit_table('site_settings', 'id', '');
-- Students, the provider and jobs write these too.
select audit_table('users', 'id', 'email,full_name,phone'),
  audit_table('enrolments', 'id', ''),
  audit_table('enquiries', 'id', 'name,email,phone,company_name,department,institution,url,message'),
  audit_table('payment_orders', 'id', 'network'),
  audit_table('payments', 'id', ''),
  audit_table('refunds', 'id', 'reason'),
  audit_table('purchase_requests', 'id', 'reason,answer'),
  audit_table('disputes', 'id', ''),
  audit_table('receipts', 'id', 'printed'),
  audit_table('refund_vouchers', 'id', 'printed'),
  audit_table('webhook_events', 'provider,event_id', 'body'),
  audit_table('unmatched_payments', 'provider_payment_id', 'email,contact');
