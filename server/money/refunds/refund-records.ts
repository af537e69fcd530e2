import { refunds } from '#contract/money/staff/refunds.ts'
import { dayFiltersOf, dayInIndiaSql } from '#server/platform/db/days-in-india.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { equals } from '#server/platform/records/filters.ts'
import { readRecords } from '#server/platform/records/read-records.ts'
import { holdersOfAddress } from '#server/platform/db/whole-address.ts'

const isOffline = `o.provider = 'offline'`
const toPayBack = `(${isOffline} and r.status = 'queued')`

export const refundRecords = readRecords(refunds, {
  name: 'refunds_for_staff',
  from: `refunds r
    join payments p on p.id = r.payment_id
    join payment_orders o on o.id = p.order_id
    join users u on u.id = o.user_id
    join batches b on b.id = o.batch_id
    left join staff s on r.actor_kind = 'staff' and s.id = r.actor_id
    left join approvals a on a.refund_id = r.id
    left join staff asked on asked.id = a.asked_by
    left join staff decided on decided.id = a.decided_by`,
  select: {
    to_pay_back: toPayBack,
    payment: 'p.provider_payment_id',
    paid_by: 'p.method',
    is_offline: isOffline,
    student_id: 'u.id',
    student: 'u.full_name',
    student_email: 'u.email',
    batch_id: 'o.batch_id',
    batch_starts_on: dayInIndiaSql('b.starts_at'),
    course: 'o.course_title',
    problem: 'r.last_error',
    by: 'r.actor_kind',
    staff: 'coalesce(asked.name, s.name)',
    approved_by: 'decided.name',
    is_retried: 'exists (select 1 from refunds n where n.retry_of = r.id)',
    paid_on: `to_char(r.paid_on, 'YYYY-MM-DD')`,
    created_at: isoInstant('r.created_at'),
    settled_at: isoInstant('r.settled_at'),
  },
  search: `concat_ws(' ', u.full_name, u.email, u.phone, p.provider_payment_id, r.provider_refund_id, r.reference, o.course_title)`,
  findsAddress: (value) => `o.user_id = any (array(${holdersOfAddress(value)}))`,
  filters: {
    status: 'text',
    to_pay_back: equals('boolean', toPayBack),
    payment: equals('bigint', 'r.payment_id'),
    student: equals('bigint', 'o.user_id'),
    ...dayFiltersOf('r.created_at'),
  },
  sorts: {
    created_at: { type: 'timestamptz', sql: 'r.created_at' },
    amount_paise: { type: 'bigint', sql: 'r.amount_paise' },
    id: { type: 'bigint', sql: 'r.id' },
  },
})
