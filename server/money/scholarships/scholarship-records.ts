import { scholarships } from '#contract/money/staff/scholarships.ts'
import { dayInIndiaSql } from '#server/platform/db/days-in-india.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { holdersOfAddress } from '#server/platform/db/whole-address.ts'
import { equals } from '#server/platform/records/filters.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import type { Deps } from '#server/deps.ts'
import { followLinks } from '#server/money/links/store-link.ts'
import type { Target } from '#server/platform/http/resource.ts'
import { staffRecords } from '#server/platform/records/staff-records.ts'

const stateNow = `case when r.state = 'active' and r.valid_until < (app_now() at time zone 'Asia/Kolkata')::date then 'ended' else r.state end`

/** The list, one record and its changes. A grant is an act that a second person may have to decide about: `approvals/money-acts.ts`. */
export const scholarshipRecords = staffRecords(scholarships, {
  name: 'scholarships_for_staff',
  table: 'scholarships',
  from: `scholarships r join users u on u.id = r.student_id join batches b on b.id = r.batch_id join courses c on c.id = b.course_id
    left join approvals a on a.scholarship_id = r.id`,
  fixed: { state: 'waiting' },
  select: {
    student: 'u.full_name',
    course: 'c.title',
    batch_starts_on: dayInIndiaSql('b.starts_at'),
    offer_paise: 'c.amount_paise',
    valid_until: `to_char(r.valid_until, 'YYYY-MM-DD')`,
    state: stateNow,
    granted_at: isoInstant('r.granted_at'),
    is_enrolled: 'exists (select 1 from active_enrolments e where e.user_id = r.student_id and e.batch_id = r.batch_id)',
    approval_id: `case when a.state <> 'not_needed' then a.id end`,
  },
  writes: ['reason', 'valid_until'],
  search: `concat_ws(' ', u.full_name, u.email, c.title, r.reason)`,
  findsAddress: (value) => `r.student_id = any (array(${holdersOfAddress(value)}))`,
  filters: {
    state: { type: 'text', sql: (value) => `${stateNow} = ${value}` },
    student: equals('bigint', 'r.student_id'),
    batch: equals('integer', 'r.batch_id'),
  },
  sorts: {
    granted_at: { type: 'timestamptz', sql: 'r.granted_at' },
    price_paise: { type: 'integer', sql: 'r.price_paise' },
    id: { type: 'integer', sql: 'r.id' },
  },
})

/** Changes reason and last day. Its links end with it. @throws HttpError 404; StaleVersion */
export function changeScholarship(deps: Deps, staff: Staff, { body, ...target }: Target & { body: object }) {
  return staffTransaction(deps, staff, async (tx) => {
    const changed = await scholarshipRecords.update(tx, target, { ...body })
    await followLinks(tx, target.id)
    return changed
  })
}

/** Ends it, with its links. A payment that has started keeps its price. @throws HttpError 404; StaleVersion */
export function endScholarship(deps: Deps, staff: Staff, target: Target) {
  return staffTransaction(deps, staff, async (tx) => {
    const ended = await scholarshipRecords.update(tx, target, { state: 'ended' })
    await followLinks(tx, target.id)
    return ended
  })
}
