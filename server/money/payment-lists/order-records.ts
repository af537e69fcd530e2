import { orders } from '#contract/money/staff/payments.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { dayFiltersOf, dayInIndiaSql } from '#server/platform/db/days-in-india.ts'
import { equals } from '#server/platform/records/filters.ts'
import { readRecords } from '#server/platform/records/read-records.ts'
import { holdersOfAddress } from '#server/platform/db/whole-address.ts'

const holds = `r.status in ('creating', 'open', 'attempted') and r.hold_until > app_now()`

export const orderRecords = readRecords(orders, {
  name: 'orders_for_staff',
  from: 'payment_orders r join users u on u.id = r.user_id join batches b on b.id = r.batch_id',
  select: {
    order_id: 'r.provider_order_id',
    student_id: 'u.id',
    student: 'u.full_name',
    email: 'u.email',
    course: 'r.course_title',
    batch_starts_on: dayInIndiaSql('b.starts_at'),
    created_at: isoInstant('r.created_at'),
    held_until: `case when ${holds} then ${isoInstant('r.hold_until')} end`,
  },
  search: `concat_ws(' ', r.provider_order_id, r.receipt, u.full_name, u.email, u.phone, r.course_title)`,
  findsAddress: (value) => `r.user_id = any (array(${holdersOfAddress(value)}))`,
  filters: {
    status: 'text',
    student: equals('bigint', 'r.user_id'),
    batch: equals('integer', 'r.batch_id'),
    ...dayFiltersOf('r.created_at'),
  },
  sorts: { created_at: { type: 'timestamptz', sql: 'r.created_at' }, id: { type: 'bigint', sql: 'r.id' } },
})
