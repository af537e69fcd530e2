import { laterStates, offlinePayments } from '#contract/money/staff/offline-payments.ts'
import { dayFiltersOf, dayInIndiaSql } from '#server/platform/db/days-in-india.ts'
import { forPartSql } from './for-part.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { equals } from '#server/platform/records/filters.ts'
import { readRecords } from '#server/platform/records/read-records.ts'
import { referenceKeysSql } from '#server/money/invoicing/payers-of.ts'
import { paymentStateSql } from '#server/money/payments/payment-state.ts'
import { documentOfReceipt, serialSql } from '#server/money/invoicing/series.ts'
import { holdersOfAddress } from '#server/platform/db/whole-address.ts'

const receipt = serialSql('d', "'receipt'")
const paymentState = paymentStateSql('p', 'v')
/** The state of its payment, once that says more than that the money was received. */
const state = `case when r.state = 'cleared' and ${paymentState} in (${laterStates.map((one) => `'${one}'`).join(', ')})
     then ${paymentState} else r.state end`

export const offlinePaymentRecords = readRecords(offlinePayments, {
  name: 'offline_payments_for_staff',
  from: `offline_payments r
    join users u on u.id = r.user_id
    join batches b on b.id = r.batch_id
    join staff s on s.id = r.received_by
    join approvals a on a.offline_payment_id = r.id
    left join staff k on k.id = r.closed_by
    left join payments p on p.order_id = r.order_id
    left join payment_balances v on v.payment_id = p.id
    left join approvals w on w.payment_id = p.id and w.kind = 'refund' and w.state = 'waiting'
    left join receipts d on d.payment_id = p.id`,
  select: {
    state,
    student_id: 'u.id',
    student: 'u.full_name',
    student_email: 'u.email',
    course: 'r.course_title',
    batch_starts_on: dayInIndiaSql('b.starts_at'),
    refunded_paise: 'coalesce(v.refunded_paise, 0)',
    due_paise: 'coalesce(v.committed_paise - v.refunded_paise, 0)',
    waiting_paise: 'coalesce(w.amount_paise, 0)',
    refund_approval_id: 'w.id',
    received_on: `to_char(r.received_on, 'YYYY-MM-DD')`,
    received_by_name: 's.name',
    returned_on: `to_char(r.returned_on, 'YYYY-MM-DD')`,
    hold_until: isoInstant(`case when r.state = 'received' and r.hold_until > app_now() then r.hold_until end`),
    closed_by_name: 'k.name',
    recorded_at: isoInstant('r.recorded_at'),
    approval_id: 'a.id',
    for_part: forPartSql('r'),
    payment_id: 'p.id',
    disposition: 'p.disposition',
    receipt,
    document_id: documentOfReceipt,
  },
  search: `concat_ws(' ', u.full_name, u.email, u.phone, r.reference, r.course_title, ${receipt})`,
  finds: (value) => `r.reference_key = any (${referenceKeysSql(value)})`,
  findsAddress: (value) => `r.user_id = any (array(${holdersOfAddress(value)}))`,
  filters: {
    state: equals('text', state),
    method: 'text',
    student: equals('bigint', 'r.user_id'),
    ...dayFiltersOf('r.recorded_at'),
  },
  sorts: {
    recorded_at: { type: 'timestamptz', sql: 'r.recorded_at' },
    received_on: { type: 'date', sql: 'r.received_on' },
    amount_paise: { type: 'bigint', sql: 'r.amount_paise' },
    id: { type: 'bigint', sql: 'r.id' },
  },
})
