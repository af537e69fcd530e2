-- What a template needs stands in `props`, or sealed while it holds a secret; a sealed part is erased
-- once the mail is sent or has expired.
create table mail_outbox (
  id bigint generated always as identity primary key,
  -- Null is the school itself, at the address its settings name when the mail goes out.
  to_address text,
  template text not null,
  props jsonb not null,
  sealed bytea,
  -- Same key, same mail: makes a second one impossible where a cause may come twice.
  cause text unique,
  expires_at timestamptz,
  attempts integer not null default 0,
  last_error text,
  created_at timestamptz not null,
  sent_at timestamptz,
  given_up_at timestamptz
);
create index mail_outbox_waiting on mail_outbox (created_at) where sent_at is null and given_up_at is null;
