-- What was typed into each registration of an account that nobody has verified. The first verification takes one of them
-- and deletes all. An account of an older version has none until it registers again.
create table registrations (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  -- Where it was typed: one address of IPv4, a /64 of IPv6.
  address cidr not null,
  full_name text not null check (full_name <> ''),
  phone text not null check (phone ~ '^\d{10}$'),
  consent_version text not null,
  consented_at timestamptz not null,
  -- Of the code that was mailed with it.
  code_hash bytea
);
create index registrations_by_user on registrations (user_id, id);
-- Each registration asks whether a live link can still bring its address back to somebody else.
create index undo_links_by_email on undo_links (email) where email is not null;
-- The sweep looks for registrations that nobody verified.
create index users_unverified on users (created_at) where verified_at is null;
