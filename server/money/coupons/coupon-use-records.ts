import { couponUses } from '#contract/money/staff/coupons.ts'
import { dayFiltersOf } from '#server/platform/db/days-in-india.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { equals } from '#server/platform/records/filters.ts'
import { readRecords } from '#server/platform/records/read-records.ts'

export const couponUseRecords = readRecords(couponUses, {
  name: 'coupon_uses_for_staff',
  from: `coupon_uses r
    join coupons c on c.id = r.coupon_id
    join payment_orders o on o.id = r.order_id
    join users u on u.id = o.user_id`,
  select: {
    code: 'c.code',
    amount_paise: 'o.amount_paise',
    changed_at: isoInstant('r.changed_at'),
    student_id: 'u.id',
    student: 'u.full_name',
    course: 'o.course_title',
    batch_id: 'o.batch_id',
  },
  search: `concat_ws(' ', c.code, u.full_name, o.course_title)`,
  filters: { coupon: equals('integer', 'r.coupon_id'), state: 'text', ...dayFiltersOf('r.changed_at') },
  sorts: { id: { type: 'bigint', sql: 'r.id' } },
})
