-- Addresses that the mail server has refused for good. Only mails with a code or a link that somebody waits for still try them.
create table bouncing_addresses (
  id bigint generated always as identity primary key,
  address text not null unique,
  -- When the server first refused it, and last.
  since timestamptz not null,
  refused_at timestamptz not null,
  -- The answer of the server, without the address.
  reply text not null
);
select audit_table('bouncing_addresses', 'id', 'address,reply');

-- A mail that was not sent because its address bounces. It is given up too.
alter table mail_outbox
  add column bounced_at timestamptz,
  add constraint mail_outbox_bounced_is_given_up check (bounced_at is null or given_up_at is not null or sent_at is not null);
