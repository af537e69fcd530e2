-- no-transaction
-- Whether codes are late is asked by every open form for a code.
create index concurrently if not exists mail_outbox_waiting_codes on mail_outbox (id) where lane = 'code' and sent_at is null and given_up_at is null;
