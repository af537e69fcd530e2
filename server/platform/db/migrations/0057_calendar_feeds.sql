-- The calendar that a student or an instructor subscribes to: docs/decisions/calendar-feeds.md.
create table calendar_feeds (
  id bigint generated always as identity primary key,
  user_id bigint references users (id) on delete cascade,
  staff_id integer references staff (id) on delete cascade,
  -- SHA-256 of the secret in the address. The secret has 256 random bits, so nobody can find it by trying.
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  created_at timestamptz not null,
  -- Within some minutes: reading does not write each time.
  last_read_at timestamptz,
  constraint calendar_feed_of_one_person check (num_nonnulls(user_id, staff_id) = 1),
  -- A person has one feed. A new address replaces the former.
  constraint calendar_feed_of_person unique nulls not distinct (user_id, staff_id)
);
select audit_table('calendar_feeds', 'id', 'token_hash');
