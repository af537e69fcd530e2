import { type StudentRecord, students } from '#contract/desk/staff/students.ts'
import { dayFiltersOf } from '#server/platform/db/days-in-india.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { conflict } from '#server/platform/errors/errors.ts'
import { holdersOfPhone, studentWords } from '#server/people/accounts/student-words.ts'
import { payersOf } from '#server/money/invoicing/payers-of.ts'
import { staffRecords } from '#server/platform/records/staff-records.ts'
import { holdersOfAddress } from '#server/platform/db/whole-address.ts'

const state = `case when r.erased_at is not null then 'erased' when r.disabled_at is not null then 'disabled'
  when r.verified_at is null then 'unverified' else 'active' end`
const isInCourse = (course: string) => `exists (
  select 1 from active_enrolments e join batches b on b.id = e.batch_id where e.user_id = r.id and b.course_id = ${course})`

export const studentRecords = staffRecords(students, {
  name: 'students_for_staff',
  table: 'users',
  select: {
    name: 'r.full_name',
    email: 'case when r.erased_at is null then r.email end',
    state,
    bouncing: 'exists (select 1 from bouncing_addresses x where x.address = r.email)',
    courses: `array(select distinct c.title from active_enrolments e join batches b on b.id = e.batch_id join courses c on c.id = b.course_id
      where e.user_id = r.id and b.ends_at > app_now() order by 1)`,
    created_at: isoInstant('r.created_at'),
    verified_at: isoInstant('r.verified_at'),
    last_seen_at: isoInstant('(select max(s.last_seen_at) from sessions s where s.user_id = r.id)'),
  },
  writes: ['full_name', 'disabled_at'],
  columnsOf: ({ name }) => ({ full_name: name }),
  search: studentWords('r'),
  searchIndexed: true,
  // What names a payment, and a phone number.
  finds: (value) => `r.id = any (array(${payersOf(value)} union all ${holdersOfPhone(value)}))`,
  findsAddress: (value) => `r.id = any (array(${holdersOfAddress(value)}))`,
  filters: {
    // The conditions of rare states are repeated for their indexes.
    state: {
      type: 'text',
      sql: (
        value,
      ) => `(${state}) = ${value} and case ${value} when 'erased' then r.erased_at is not null when 'disabled' then r.disabled_at is not null
        when 'unverified' then r.verified_at is null else true end`,
    },
    course: { type: 'integer', sql: isInCourse },
    batch: {
      type: 'integer',
      sql: (value) => `r.id = any (array(select e.user_id from active_enrolments e where e.batch_id = ${value}))`,
    },
    ...dayFiltersOf('r.created_at'),
  },
  unfiltered: { state: 'r.erased_at is null' },
  sorts: {
    created_at: { type: 'timestamptz', sql: 'r.created_at' },
    name: { type: 'text', sql: 'lower(r.full_name)' },
    id: { type: 'bigint', sql: 'r.id' },
  },
})

/** @throws HttpError 409 when the account is erased: it belongs to nobody any more */
export function requirePerson(student: StudentRecord): StudentRecord & { email: string } {
  const { email } = student
  if (student.state === 'erased' || email === null) throw conflict('erased', 'This account is erased.')
  return { ...student, email }
}
