-- no-transaction
-- A code that was superseded before it was sent says as much of the mail server as one that still waits.
create index concurrently if not exists mail_outbox_unsent_codes on mail_outbox (id) where lane = 'code' and sent_at is null;
drop index concurrently if exists mail_outbox_waiting_codes;
