import { enquiries } from '#contract/desk/staff/leads.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { dayFiltersOf } from '#server/platform/db/days-in-india.ts'
import { isAddress } from '#server/platform/db/whole-address.ts'
import { readRecords } from '#server/platform/records/read-records.ts'

export const enquiryList = readRecords(enquiries, {
  name: 'enquiries_for_staff',
  from: 'enquiries r',
  select: { course: 'r.course_name', company: 'r.company_name', created_at: isoInstant('r.created_at') },
  search: `concat_ws(' ', r.name, r.email, r.phone, r.company_name, r.institution, r.course_name, r.message)`,
  findsAddress: (value) => isAddress('r.email', value),
  filters: { kind: 'text', ...dayFiltersOf('r.created_at') },
  sorts: { id: { type: 'bigint', sql: 'r.id' }, created_at: { type: 'timestamptz', sql: 'r.created_at' } },
})
