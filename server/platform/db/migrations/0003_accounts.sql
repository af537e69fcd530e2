create table users (
  id bigint generated always as identity primary key,
  email text not null unique check (email = lower(email) and length(email) <= 254),
  full_name text not null check (full_name <> ''),
  phone text check (phone ~ '^\d{10}$'),
  verified_at timestamptz,
  disabled_at timestamptz,
  -- The version of the sentence that stood above the button, and when it was pressed.
  consent_version text,
  consented_at timestamptz,
  created_at timestamptz not null default now()
);
-- An unverified registration claims nobody's number.
create unique index users_verified_phone on users (phone) where verified_at is not null;

create table sessions (
  id uuid primary key,
  user_id bigint not null references users (id) on delete cascade,
  user_agent text not null default '',
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  idle_expires_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index sessions_by_user on sessions (user_id) where revoked_at is null;

-- Each token of a session's family. A token is good while its successor is unused, and 10 seconds longer.
create table refresh_tokens (
  hash bytea primary key,
  session_id uuid not null references sessions (id) on delete cascade,
  generation integer not null,
  first_used_at timestamptz,
  unique (session_id, generation)
);

create type code_purpose as enum ('sign_in', 'change');

-- The newest code of an address and purpose; a consumed one stays so that repeating it is no guess.
create table codes (
  email text not null,
  purpose code_purpose not null,
  code_hash bytea not null,
  expires_at timestamptz not null,
  consumed_at timestamptz,
  primary key (email, purpose)
);

create table code_guesses (
  email text not null,
  purpose code_purpose not null,
  network cidr not null,
  guessed_at timestamptz not null
);
create index code_guesses_by_email on code_guesses (email, purpose, guessed_at);

create table code_sends (
  email text not null,
  network cidr not null,
  sent_at timestamptz not null
);
create index code_sends_by_email on code_sends (email, sent_at);

-- Networks from which an address has signed in, for which a stranger's sending doesn't count.
create table known_networks (
  email text not null,
  network cidr not null,
  primary key (email, network)
);

-- Calls counted in fixed windows, shared by every process.
create unlogged table limit_counters (
  key text not null,
  window_start timestamptz not null,
  count integer not null,
  primary key (key, window_start)
);
