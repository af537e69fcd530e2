import { paymentPlans } from '#contract/money/staff/payment-plans.ts'
import { equals } from '#server/platform/records/filters.ts'
import { staffRecords } from '#server/platform/records/staff-records.ts'

export const planRecords = staffRecords(paymentPlans, {
  name: 'payment_plans_for_staff',
  table: 'payment_plans',
  from: 'payment_plans r join courses c on c.id = r.course_id',
  fixed: { state: 'active' },
  select: {
    course: 'c.title',
    places: `(select count(*)::int from payment_orders o join payments p on p.order_id = o.id join active_enrolments e on e.payment_id = p.id
      where o.plan_id = r.id)`,
    owed_paise: `(select coalesce(sum(i.amount_paise), 0)::bigint from payment_orders o join payments p on p.order_id = o.id
      join active_enrolments e on e.payment_id = p.id join instalments i on i.enrolment_id = e.id and i.state = 'open'
      where o.plan_id = r.id)`,
  },
  writes: ['course_id', 'name', 'parts', 'fee_paise'],
  search: `concat_ws(' ', r.name, c.title)`,
  filters: {
    state: equals('text', 'r.state'),
    course: equals('integer', 'r.course_id'),
  },
  sorts: {
    name: { type: 'text', sql: 'r.name' },
    id: { type: 'integer', sql: 'r.id' },
  },
  conflicts: {
    payment_plans_course_id_fkey: { code: 'course_missing', field: 'course_id', message: 'There is no such course.' },
  },
})
