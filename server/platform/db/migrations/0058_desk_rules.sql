-- Acts of staff that change no audited row, such as trying a failed mail again.
create table staff_acts (
  id bigint generated always as identity primary key,
  act text not null check (act in ('mail_retried', 'job_retried', 'document_sent', 'ledger_compared')),
  -- What it was about: the id of the mail or document, or the job.
  subject text not null,
  created_at timestamptz not null
);
select audit_table('staff_acts', 'id', '');

-- The reference of a transfer belongs to one payment, whether it was called UPI or bank transfer.
create unique index offline_payments_transfer_reference on offline_payments (reference_key)
  where method in ('upi', 'bank_transfer') and state in ('waiting', 'received', 'cleared');

-- As before; what the bank has taken back in a dispute can't be refunded once more.
create or replace view payment_balances as
select
  p.id as payment_id,
  p.amount_paise,
  r.committed_paise,
  r.refunded_paise,
  case when p.status in ('captured', 'refunded') and p.disposition <> 'refunded'
    then greatest(0, p.amount_paise - r.committed_paise - d.lost_paise) else 0 end::bigint as refundable_paise
from payments p
cross join lateral (
  select
    coalesce(sum(f.amount_paise) filter (where f.status <> 'failed'), 0)::bigint as committed_paise,
    coalesce(sum(f.amount_paise) filter (where f.status = 'processed'), 0)::bigint as refunded_paise
  from refunds f
  where f.payment_id = p.id
) r
cross join lateral (
  select coalesce(sum(x.amount_deducted_paise), 0)::bigint as lost_paise from disputes x
  where x.payment_id = p.id and x.status = 'lost'
) d;
