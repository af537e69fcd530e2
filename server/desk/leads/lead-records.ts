import { answerHours, leads } from '#contract/desk/staff/leads.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { holdersOfAddress, isAddress } from '#server/platform/db/whole-address.ts'
import { dayFiltersOf, dayInIndiaSql, midnightSql } from '#server/platform/db/days-in-india.ts'
import { countedHours, waitedAtLeast } from '#server/platform/db/working-hours.ts'
import { equals } from '#server/platform/records/filters.ts'
import { staffRecords } from '#server/platform/records/staff-records.ts'
import { isDueLead, isNewLead, leadState } from './lead-state.ts'

const due = `coalesce(${midnightSql('r.follow_up_on')}, r.received_at)`
export const leadRecords = staffRecords(leads, {
  name: 'leads_for_staff',
  table: 'leads',
  from: `leads r
    left join enquiries e on e.id = r.enquiry_id
    left join payment_orders o on o.id = r.order_id
    left join users u on u.id = o.user_id
    left join batches b on b.id = o.batch_id
    left join staff s on s.id = r.owner_id`,
  select: {
    state: leadState,
    name: 'coalesce(e.name, u.full_name)',
    email: 'coalesce(e.email, u.email)',
    bouncing: 'exists (select 1 from bouncing_addresses x where x.address = coalesce(e.email, u.email))',
    phone: 'coalesce(e.phone, u.phone)',
    course: 'coalesce(e.course_name, o.course_title)',
    company: 'e.company_name',
    department: 'e.department',
    institution: 'e.institution',
    url: 'e.url',
    message: 'e.message',
    received_at: isoInstant('r.received_at'),
    due_at: isoInstant(due),
    age_hours: `case when ${isNewLead} then ${countedHours('r.received_at')} end`,
    follow_up_on: `to_char(r.follow_up_on, 'YYYY-MM-DD')`,
    owner: 's.name',
    answered_at: isoInstant('r.answered_at'),
    closed_at: isoInstant('r.closed_at'),
    student_id: `coalesce(o.user_id, (select x.id from users x where x.email = e.email and x.verified_at is not null))`,
    batch_id: 'o.batch_id',
    batch_starts_on: dayInIndiaSql('b.starts_at'),
    amount_paise: 'o.amount_paise',
  },
  writes: ['owner_id', 'follow_up_on', 'answered_at', 'closed_at', 'outcome'],
  search: `concat_ws(' ', e.name, e.email, e.phone, e.company_name, e.institution, e.course_name, e.message, u.full_name, u.email, u.phone, o.course_title)`,
  findsAddress: (value) => `(r.enquiry_id = any (array(select q.id from enquiries q where ${isAddress('q.email', value)}))
    or r.order_id = any (array(select y.id from payment_orders y where y.user_id = any (array(${holdersOfAddress(value)})))))`,
  filters: {
    kind: 'text',
    // Open leads, and those that wait for somebody, are conditions that the planner finds in partial indexes.
    state: {
      type: 'text',
      sql: (value) =>
        `(((${value}) = 'closed' or r.closed_at is null) and case when (${value}) = 'todo' then (${isNewLead} or ${isDueLead}) else (${value}) = (${leadState}) end)`,
    },
    is_late: equals('boolean', `(${isNewLead} and ${waitedAtLeast('r.received_at', answerHours.late)})`),
    owner: equals('integer', 'coalesce(r.owner_id, 0)'),
    ...dayFiltersOf('r.received_at'),
  },
  sorts: {
    due_at: { type: 'timestamptz', sql: due },
    received_at: { type: 'timestamptz', sql: 'r.received_at' },
    id: { type: 'bigint', sql: 'r.id' },
  },
  conflicts: {
    leads_closed_do_not_come_back: {
      code: 'closed',
      field: 'follow_up_on',
      message: 'The lead is closed. Please open it again first.',
    },
  },
})
