import { paymentLine, payments } from '#contract/money/staff/payments.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { dayFiltersOf, dayInIndiaSql } from '#server/platform/db/days-in-india.ts'
import { equals } from '#server/platform/records/filters.ts'
import { readRecords } from '#server/platform/records/read-records.ts'
import { referenceKeysSql } from '#server/money/invoicing/payers-of.ts'
import { paymentStateSql } from '#server/money/payments/payment-state.ts'
import { documentOfReceipt, serialSql } from '#server/money/invoicing/series.ts'
import { holdersOfAddress } from '#server/platform/db/whole-address.ts'

const paidAt = 'coalesce(r.captured_at, r.created_at)'
const state = paymentStateSql('r', 's')
// A part of what each state means, for the indexes. An order with a state that most payments have begins at its own index.
const partsOfState = (value: string) => `case
    when ${value} in ('begun', 'confirming', 'failed') then r.disposition = 'pending'
      and case ${value} when 'begun' then r.status = 'created' when 'failed' then r.status = 'failed' else r.status in ('authorized', 'captured', 'refunded') end
    when ${value} in ('refunded', 'review') then r.disposition = ${value}
    when ${value} = 'refund_due' then r.disposition = 'refund_due' and is_captured(r.status) or r.id = any (array(
      select f.payment_id from refunds f where f.status in ('queued', 'sent', 'pending')))
    when ${value} = 'partly_refunded' then r.disposition = 'enrolled' and r.id = any (array(
      select f.payment_id from refunds f where f.status = 'processed'))
    else true end`
// Money that went back, as the ledger sums it.
const ofRefunds = (sql: string) => `(select ${sql} from refunds f left join refund_notes n on n.refund_id = f.id
      where f.payment_id = r.id and f.status = 'processed')`
const failedRefund = `(select f.last_error from refunds f where f.payment_id = r.id and f.last_error is not null order by f.id desc limit 1)`

const receipt = serialSql('d', "'receipt'")
const shared = {
  payment_id: 'r.provider_payment_id',
  state,
  student: 'u.full_name',
  email: 'u.email',
  course: 'o.course_title',
  batch_id: 'o.batch_id',
  batch_starts_on: dayInIndiaSql('b.starts_at'),
  reference: 'f.reference',
  received_on: `to_char(f.received_on, 'YYYY-MM-DD')`,
  received_by: 'm.name',
  refunded_paise: 's.refunded_paise',
  provider: 'o.provider',
  paid_at: isoInstant(paidAt),
  receipt,
  problem: `coalesce(${failedRefund}, case when r.status = 'failed' then r.error_description end)`,
}
const found = {
  search: `concat_ws(' ', r.provider_payment_id, o.provider_order_id, o.receipt, u.full_name, u.email, u.phone, o.course_title, f.reference, ${receipt})`,
  finds: (value: string) => `f.reference_key = any (${referenceKeysSql(value)})`,
  findsAddress: (value: string) => `o.user_id = any (array(${holdersOfAddress(value)}))`,
  filters: {
    state: { type: 'text', sql: (value: string) => `${state} = ${value} and ${partsOfState(value)}` },
    provider: { type: 'text', sql: (value: string) => `(o.provider = 'offline') = (${value} = 'offline')` },
    student: equals('bigint', 'o.user_id'),
    batch: equals('integer', 'o.batch_id'),
    course: {
      type: 'integer',
      sql: (value: string) => `o.batch_id = any (array(select b.id from batches b where b.course_id = ${value}))`,
    },
    ...dayFiltersOf(paidAt),
  },
  sorts: {
    paid_at: { type: 'timestamptz', sql: paidAt },
    amount_paise: { type: 'bigint', sql: 'r.amount_paise' },
    id: { type: 'bigint', sql: 'r.id' },
  },
} as const

const records = readRecords(payments, {
  name: 'payments_for_staff',
  from: `payments r
    join payment_orders o on o.id = r.order_id
    join users u on u.id = o.user_id
    join batches b on b.id = o.batch_id
    join payment_balances s on s.payment_id = r.id
    left join receipts d on d.payment_id = r.id
    left join offline_payments f on f.order_id = o.id
    left join staff m on m.id = f.received_by`,
  select: {
    ...shared,
    student_id: 'u.id',
    refundable_paise: 's.refundable_paise',
    due_paise: 's.committed_paise - s.refunded_paise',
    waiting_paise: `coalesce((select a.amount_paise from approvals a
      where a.payment_id = r.id and a.state = 'waiting' and a.kind = 'refund'), 0)`,
    approval_id: `(select a.id from approvals a where a.payment_id = r.id and a.state = 'waiting' and a.kind = 'refund')`,
    refunded_at: isoInstant(ofRefunds('max(f.settled_at)')),
    refund_notes: ofRefunds(`string_agg(${serialSql('n', 'n.kind')}, ', ' order by f.settled_at, f.id)`),
    refund_reasons: ofRefunds(`string_agg(f.reason, '; ' order by f.settled_at, f.id)`),
    document_id: documentOfReceipt,
    respond_by: isoInstant(`(select min(d.respond_by) from disputes d
      where d.payment_id = r.id and d.status in ('open', 'under_review', 'action_required'))`),
  },
  ...found,
})

// A receipt never changes, so its file has what it printed, whatever prices and settings are now.
const printed = (path: string, type: string) => `(d.printed #>> '{${path}}')::${type}`
const lines = readRecords(
  { ...payments, record: paymentLine },
  {
    name: 'payment_lines',
    // One lookup of the refunds for each line.
    from: `payments r
    join payment_orders o on o.id = r.order_id
    join users u on u.id = o.user_id
    join batches b on b.id = o.batch_id
    join payment_balances s on s.payment_id = r.id
    left join receipts d on d.payment_id = r.id
    left join offline_payments f on f.order_id = o.id
    left join staff m on m.id = f.received_by
    left join lateral (
      select max(f.settled_at) as settled_at, string_agg(${serialSql('n', 'n.kind')}, ', ' order by f.settled_at, f.id) as notes,
        string_agg(f.reason, '; ' order by f.settled_at, f.id) as reasons
      from refunds f left join refund_notes n on n.refund_id = f.id
      where f.payment_id = r.id and f.status = 'processed') back on true`,
    select: {
      ...shared,
      student: `coalesce(d.printed #>> '{student,name}', u.full_name)`,
      captured_paise: `case when is_captured(r.status) then r.amount_paise else 0 end`,
      receipt_issued_at: isoInstant('d.issued_at'),
      company: printed('buyer,company_name', 'text'),
      gstin: printed('buyer,gstin', 'text'),
      list_price_paise: printed('price,list_paise', 'bigint'),
      discount_paise: printed('price,discount_paise', 'bigint'),
      taxable_paise: printed('tax,taxable_paise', 'bigint'),
      gst_rate: printed('tax,rate', 'float8'),
      cgst_paise: printed('tax,cgst_paise', 'bigint'),
      sgst_paise: printed('tax,sgst_paise', 'bigint'),
      igst_paise: printed('tax,igst_paise', 'bigint'),
      sac: printed('tax,sac', 'text'),
      place_of_supply: printed('place_of_supply,name', 'text'),
      refunded_at: isoInstant('back.settled_at'),
      refund_notes: 'back.notes',
      refund_reasons: 'back.reasons',
    },
    ...found,
  },
)

export const paymentRecords = { ...records, listForFile: lines.list }
