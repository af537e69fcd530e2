import { certificates } from '#contract/learning/staff/certificates.ts'
import { dayFiltersOf } from '#server/platform/db/days-in-india.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { equals } from '#server/platform/records/filters.ts'
import { readRecords } from '#server/platform/records/read-records.ts'
import { holdersOfAddress } from '#server/platform/db/whole-address.ts'

export const certificateRecords = readRecords(certificates, {
  name: 'certificates_for_staff',
  from: `certificates r join users u on u.id = r.user_id left join staff i on i.id = r.issued_by
    left join staff w on w.id = r.revoked_by`,
  select: {
    student_id: 'r.user_id::float8',
    student: 'u.full_name',
    course: 'r.course_title',
    first_day: `to_char(r.first_day, 'YYYY-MM-DD')`,
    last_day: `to_char(r.last_day, 'YYYY-MM-DD')`,
    issued_at: isoInstant('r.issued_at'),
    issued_by: 'i.name',
    revoked_at: isoInstant('r.revoked_at'),
    revoked_by: 'w.name',
  },
  search: `coalesce(r.holder, '') || ' ' || u.full_name || ' ' || u.email || ' ' || r.course_title`,
  finds: (value) => `r.code = lower(${value}) or r.number = upper(${value})`,
  findsAddress: (value) => `r.user_id = any (array(${holdersOfAddress(value)}))`,
  filters: {
    valid: equals('boolean', '(r.revoked_at is null)'),
    rule: 'text',
    batch: equals('integer', 'r.batch_id'),
    student: equals('bigint', 'r.user_id'),
    ...dayFiltersOf('r.issued_at'),
  },
  sorts: {
    issued_at: { type: 'timestamptz', sql: 'r.issued_at' },
    holder: { type: 'text', sql: `lower(coalesce(r.holder, ''))` },
    id: { type: 'integer', sql: 'r.id' },
  },
})
