-- One Message-ID a mail, however often it is sent: whoever gets it twice can tell.
alter table mail_outbox add column message_id uuid not null default gen_random_uuid();
-- Who sends a mail holds it until then, so that two jobs for one mail send it once.
alter table mail_outbox add column sending_until timestamptz;
