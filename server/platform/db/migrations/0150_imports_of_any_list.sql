-- What staff said that the headings of a file mean, for the next file with the same headings.
create table import_mappings (
  -- Hash of the headings.
  fingerprint text primary key,
  mapping jsonb not null,
  staff_id integer not null references staff (id),
  updated_at timestamptz not null
);

alter table student_imports
  -- What holds for the payments of all lines whose cells do not say it; null when no payments are recorded.
  add column paid jsonb,
  -- Payments that are recorded with a receipt, and those that wait for a second person or the bank.
  add column payments integer not null default 0,
  add column waiting integer not null default 0;

alter table student_import_rows
  -- What the text of the batch was read as.
  add column batch_id integer references batches (id),
  add column amount text not null default '',
  add column method text not null default '',
  add column reference text not null default '',
  add column received_on text not null default '',
  add column payment text check (payment in ('paid', 'waits', 'at_bank')),
  -- Of the run.
  add column offline_payment_id bigint references offline_payments (id) on delete set null,
  drop constraint student_import_rows_outcome_check,
  add constraint student_import_rows_outcome_check
    check (outcome in ('account_and_enrolment', 'account', 'enrolment', 'payment', 'nothing', 'problem'));
update student_import_rows set batch_id = b.id from batches b where student_import_rows.batch ~ '^[0-9]{1,9}$' and b.id = student_import_rows.batch::integer;
create index student_import_rows_by_batch on student_import_rows (batch_id) where batch_id is not null;
create index student_import_rows_by_offline_payment on student_import_rows (offline_payment_id) where offline_payment_id is not null;
comment on table import_mappings is 'What staff said that the headings of a file mean.';
