-- no-transaction
-- Sweeps find what has expired.
create index concurrently if not exists sessions_by_expiry on sessions (expires_at);
create index concurrently if not exists codes_by_expiry on codes (expires_at);
create index concurrently if not exists pending_changes_by_time on pending_changes (requested_at);
create index concurrently if not exists undo_links_by_expiry on undo_links (expires_at);
create index concurrently if not exists absence_notices_by_time on absence_notices (created_at);
create index concurrently if not exists attendance_imports_unused on attendance_imports (created_at) where state = 'checked';
create index concurrently if not exists attendance_imports_by_run on attendance_imports (ran_at) where ran_at is not null;
create index concurrently if not exists attendance_import_rows_to_blank on attendance_import_rows (import_id)
  where user_id is null and (name <> '' or email is not null or raw <> '');
create index concurrently if not exists bouncing_addresses_by_refusal on bouncing_addresses (refused_at);
create index concurrently if not exists mail_outbox_by_time on mail_outbox (created_at);
create index concurrently if not exists mail_outbox_sealed on mail_outbox (expires_at) where sealed is not null;
create index concurrently if not exists mail_outbox_erasures on mail_outbox (id) where template = 'account-erased';
create index concurrently if not exists mail_outbox_failing on mail_outbox (id) where sent_at is null and last_error is not null;
create index concurrently if not exists webhook_events_with_body on webhook_events (processed_at) where processed_at is not null and body <> '';
create index concurrently if not exists webhook_events_quarantined on webhook_events (received_at) where quarantined;
create index concurrently if not exists refunds_unsettled on refunds (created_at) where status in ('queued', 'sent', 'pending');
create index concurrently if not exists refunds_failed on refunds (payment_id) where status = 'failed';
create index concurrently if not exists payments_undecided on payments (id) where disposition in ('review', 'refund_due');
create index concurrently if not exists disputes_unanswered on disputes (respond_by, id)
  where status in ('open', 'under_review', 'action_required');
create index concurrently if not exists payment_orders_left on payment_orders (coalesce(started_at, created_at)) where status <> 'paid';
create index concurrently if not exists payments_by_creation on payments (created_at);
create index concurrently if not exists refunds_by_creation on refunds (created_at);
-- The next batches of the school, and what the pages of courses and articles list.
create index concurrently if not exists batches_ahead on batches (starts_at, id) where cancelled_at is null;
create index concurrently if not exists batches_by_end on batches (ends_at) where cancelled_at is null;
create index concurrently if not exists courses_published on courses (lower(category), id) where published;
create index concurrently if not exists blogs_published on blogs (published_on desc, id desc) where publication = 'published';
-- Staff find students by a part of their name, address or phone.
create index concurrently if not exists users_by_words on users using gin (
  lower(full_name || ' ' || case when erased_at is null then email else '' end || ' ' || coalesce(phone, '')) gin_trgm_ops);
create index concurrently if not exists users_by_phone on users (phone) where phone is not null;
create index concurrently if not exists users_by_creation on users (created_at, id);
create index concurrently if not exists users_by_name on users (lower(full_name), id);
