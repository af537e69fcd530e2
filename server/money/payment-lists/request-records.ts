import { requests } from '#contract/money/staff/requests.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { dayFiltersOf } from '#server/platform/db/days-in-india.ts'
import { equals } from '#server/platform/records/filters.ts'
import { readRecords } from '#server/platform/records/read-records.ts'
import { holdersOfAddress } from '#server/platform/db/whole-address.ts'

const classes = `from class_sessions c where c.batch_id = e.batch_id and c.state = 'scheduled'`

export const requestRecords = readRecords(requests, {
  name: 'requests_for_staff',
  from: `purchase_requests r
    join enrolments e on e.id = r.enrolment_id
    join users u on u.id = r.user_id
    join batches b on b.id = r.from_batch_id
    join courses k on k.id = b.course_id
    left join payments p on p.id = e.payment_id
    left join payment_balances s on s.payment_id = p.id
    left join batches t on t.id = r.to_batch_id
    left join batch_offers w on w.id = t.id
    left join staff d on r.decided_by_kind = 'staff' and d.id = r.decided_by_id`,
  select: {
    student_id: 'u.id',
    student: 'u.full_name',
    email: 'u.email',
    course: 'k.title',
    batch_id: 'r.from_batch_id',
    batch_starts_at: isoInstant('b.starts_at'),
    to_batch_starts_at: isoInstant('t.starts_at'),
    to_batch_seats: 'w.seats_left',
    payment_id: 'p.id',
    amount_paise: 'p.amount_paise',
    refundable_paise: 's.refundable_paise',
    classes_held: `(select count(*)::int ${classes} and c.ends_at <= app_now() and c.starts_at >= e.created_at)`,
    classes_total: `(select count(*)::int ${classes})`,
    created_at: isoInstant('r.created_at'),
    decided_at: isoInstant('r.decided_at'),
    decided_by: `case r.decided_by_kind when 'student' then u.full_name when 'staff' then d.name else r.decided_by_kind end`,
  },
  search: `concat_ws(' ', u.full_name, u.email, u.phone, k.title, r.reason, p.provider_payment_id)`,
  findsAddress: (value) => `r.user_id = any (array(${holdersOfAddress(value)}))`,
  filters: {
    status: 'text',
    is_decided: equals('boolean', `(r.status in ('approved', 'declined'))`),
    kind: 'text',
    student: equals('bigint', 'r.user_id'),
    batch: equals('integer', 'r.from_batch_id'),
    ...dayFiltersOf('r.created_at'),
  },
  sorts: { created_at: { type: 'timestamptz', sql: 'r.created_at' }, id: { type: 'bigint', sql: 'r.id' } },
})
