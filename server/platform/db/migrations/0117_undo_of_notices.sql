-- Mails of an act wait until it can't be undone any more: docs/decisions/class-changes.md. Their job starts at that time.
alter table mail_outbox add column held_until timestamptz;
-- What people knew before the change: the start of the batch, and the changed classes. Null for notices of the version before.
alter table class_notices add column known jsonb;
