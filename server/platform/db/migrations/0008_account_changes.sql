-- A code that erases an account is none that changes or opens it.
alter type code_purpose add value 'erase';

-- Erased accounts keep their row, without a person in it, because the payment books refer to it.
alter table users add column erased_at timestamptz;

-- What a student asked to change, until the code mailed to `code_email` is entered; the newest wish is the one that counts.
create table pending_changes (
  user_id bigint primary key references users (id) on delete cascade,
  code_email text not null,
  email text not null,
  phone text,
  requested_at timestamptz not null
);

-- What a link mailed after a change brings back: the address when there is one, the phone when it was changed.
create table undo_links (
  token_hash bytea primary key,
  user_id bigint not null references users (id) on delete cascade,
  email text,
  phone text,
  phone_changed boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index undo_links_by_user on undo_links (user_id);
create index enquiries_by_email on enquiries (email);
create index mail_outbox_by_address on mail_outbox (to_address);
