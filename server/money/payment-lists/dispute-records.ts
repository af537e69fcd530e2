import { disputes } from '#contract/money/staff/disputes.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { dayFiltersOf, dayInIndiaSql } from '#server/platform/db/days-in-india.ts'
import { readRecords } from '#server/platform/records/read-records.ts'
import { holdersOfAddress } from '#server/platform/db/whole-address.ts'

export const disputeRecords = readRecords(disputes, {
  name: 'disputes_for_staff',
  from: `disputes r
    join payments p on p.id = r.payment_id
    join payment_orders o on o.id = p.order_id
    join users u on u.id = o.user_id
    join batches b on b.id = o.batch_id`,
  select: {
    dispute_id: 'r.provider_dispute_id',
    deducted_paise: 'r.amount_deducted_paise',
    respond_by: isoInstant('r.respond_by'),
    reported_at: isoInstant('r.reported_at'),
    provider_payment_id: 'p.provider_payment_id',
    student_id: 'u.id',
    student: 'u.full_name',
    email: 'u.email',
    course: 'o.course_title',
    batch_id: 'o.batch_id',
    batch_starts_on: dayInIndiaSql('b.starts_at'),
    has_access: 'exists (select 1 from active_enrolments e where e.id = place_of_payment(p.id))',
  },
  search: `concat_ws(' ', r.provider_dispute_id, r.reason_code, p.provider_payment_id, u.full_name, u.email, o.course_title)`,
  findsAddress: (value) => `o.user_id = any (array(${holdersOfAddress(value)}))`,
  filters: {
    status: {
      type: 'text',
      sql: (value) => `(r.status = ${value} or ${value} = 'waiting' and r.status in ('open', 'under_review', 'action_required'))`,
    },
    ...dayFiltersOf('r.reported_at'),
  },
  sorts: { reported_at: { type: 'timestamptz', sql: 'r.reported_at' }, id: { type: 'bigint', sql: 'r.id' } },
})
