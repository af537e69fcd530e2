-- One mail about a payment that was begun and not finished, to who asked for it: docs/decisions/unfinished-payments.md.
alter table mail_preferences drop constraint mail_preferences_kind_check;
alter table mail_preferences add constraint mail_preferences_kind_check
  check (kind in ('reminder_day', 'reminder_soon', 'absence', 'answer', 'review', 'unfinished'));

alter table registrations add column unfinished_mails boolean not null default false;
comment on column registrations.unfinished_mails is 'Whether the person ticked that an unfinished payment is mailed. It holds once the address is verified.';

create table checkout_reminders (
  user_id bigint not null references users (id),
  batch_id integer not null references batches (id),
  created_at timestamptz not null,
  primary key (user_id, batch_id)
);
comment on table checkout_reminders is 'The one mail to a student about an unfinished payment for a batch.';
create index checkout_reminders_by_batch on checkout_reminders (batch_id);
create index payment_orders_by_hold on payment_orders (hold_until) where status in ('creating', 'open', 'attempted', 'expired');
comment on table mail_preferences is 'Kinds of mail that a student switched on or off.';
