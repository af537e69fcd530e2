-- A new school is closed to visitors until its owner opens it: docs/decisions/first-school.md.
create table school_opening (
  id integer primary key default 1 check (id = 1),
  opened_at timestamptz,
  policies_read_at timestamptz
);
comment on column school_opening.policies_read_at is 'When an owner said that a lawyer has read the policies; null until then.';
comment on table school_opening is 'Whether visitors see the school, in one row.';
comment on column school_opening.opened_at is 'When visitors began to see the site; null while the school is set up.';
-- Schools from before are open: they have people, content or settings that a person saved.
insert into school_opening (opened_at)
select case when exists (select 1 from staff) or exists (select 1 from users) or exists (select 1 from courses)
  or exists (select 1 from site_settings) or exists (select 1 from payments) then app_now() end;
select audit_table('school_opening', 'id', '');

-- The link by which the first owner makes the account. One at a time: a new one ends the one before.
create table setup_links (
  id integer primary key default 1 check (id = 1),
  token_hash bytea not null unique,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  staff_id integer unique references staff (id)
);
comment on table setup_links is 'The one-time link of the first owner of a new school, in one row.';
comment on column setup_links.token_hash is 'SHA-256 of the secret, which is printed once and stored nowhere.';
comment on column setup_links.used_at is 'When the owner''s account was made; the link is over.';
comment on column setup_links.staff_id is 'The account that the link is making; null until its holder gave a name and an address.';
select audit_table('setup_links', 'id', 'token_hash');
do $$
begin
  execute replace(pg_get_functiondef('audited_name(text, text)'::regprocedure), $x$when 'backups' then$x$,
    $x$when 'school_opening' then return null;
    when 'setup_links' then return (select audited_name('staff', l.staff_id::text) from setup_links l where l.id = row_key);
    when 'backups' then$x$);
end $$;
