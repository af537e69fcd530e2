-- Each lane of mails has workers of its own: docs/decisions/mail-lanes.md. A mail of the version before waits in that of a person.
create type mail_lane as enum ('code', 'person', 'class', 'batch');
alter table mail_outbox add column lane mail_lane not null default 'person';
