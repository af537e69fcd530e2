-- no-transaction
-- Entries of the log that go before those of money.
create index concurrently if not exists audit_log_other_by_time on audit_log (at) where not is_money_log(table_name);
create index concurrently if not exists webhook_events_by_time on webhook_events (received_at);
-- Mails that expired before they were sent. Those that were withdrawn have one time in both columns.
create index concurrently if not exists mail_outbox_expired on mail_outbox (given_up_at) where sent_at is null and given_up_at > expires_at;
