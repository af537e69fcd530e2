import { paymentLinks } from '#contract/money/staff/payment-links.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { dayInIndiaSql } from '#server/platform/db/days-in-india.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { type Queryable, row, statement } from '#server/platform/db/query.ts'
import { holdersOfAddress } from '#server/platform/db/whole-address.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, invalid } from '#server/platform/errors/errors.ts'
import type { Target } from '#server/platform/http/resource.ts'
import { equals } from '#server/platform/records/filters.ts'
import { staffRecords } from '#server/platform/records/staff-records.ts'
import { makeLinkSecret } from './link-secret.ts'
import { mailLink } from './mail-link.ts'
import { stateOfLinkSql } from './state-of-link.ts'

const stateNow = stateOfLinkSql('r')
const momentHasPassed = statement<{ passed: boolean }>('moment_has_passed', `select $1::timestamptz <= app_now() as passed`)

const records = staffRecords(paymentLinks, {
  name: 'payment_links_for_staff',
  table: 'payment_links',
  from: `payment_links r left join users u on u.id = r.student_id join batches b on b.id = r.batch_id join courses c on c.id = b.course_id
    join staff m on m.id = r.made_by left join approvals a on a.payment_link_id = r.id`,
  fixed: { state: 'active' },
  select: {
    url: 'null::text',
    student: 'u.full_name',
    course: 'c.title',
    batch_starts_on: dayInIndiaSql('b.starts_at'),
    offer_paise: 'c.amount_paise',
    expires_at: isoInstant('r.expires_at'),
    state: stateNow,
    made_at: isoInstant('r.made_at'),
    made_by_name: 'm.name',
    mailed_at: isoInstant('r.mailed_at'),
    opened_at: isoInstant('r.opened_at'),
    paid_at: isoInstant('r.paid_at'),
    approval_id: `case when a.state <> 'not_needed' then a.id end`,
  },
  writes: ['reason', 'expires_at'],
  async locks(tx: Queryable, { expires_at: until }) {
    if (until === undefined || !(await row(tx, momentHasPassed, [until]))?.passed) return
    const message = 'This moment has passed.'
    throw invalid(message, { expires_at: [message] })
  },
  search: `concat_ws(' ', u.full_name, r.email, c.title, r.reason)`,
  findsAddress: (value) => `(r.student_id = any (array(${holdersOfAddress(value)})) or r.email = ${value})`,
  filters: {
    state: { type: 'text', sql: (value) => `${stateNow} = ${value}` },
    student: equals('bigint', 'r.student_id'),
    batch: equals('integer', 'r.batch_id'),
    made_by: equals('integer', 'r.made_by'),
  },
  sorts: {
    made_at: { type: 'timestamptz', sql: 'r.made_at' },
    expires_at: { type: 'timestamptz', sql: 'r.expires_at' },
    id: { type: 'integer', sql: 'r.id' },
  },
})

/** @throws HttpError 409 when the link is not active */
async function assertActive(tx: Queryable, id: number): Promise<void> {
  const { state } = await records.find(tx, id)
  if (state !== 'active') throw conflict('link_closed', `This link is ${state}.`)
}

/** The list, one record and its changes. Making one is an act that a second person may have to decide about: `approvals/make-link.ts`. */
export const linkRecords = {
  ...records,
  listForFile: records.list,
  change: (deps: Deps, staff: Staff, { body, ...target }: Parameters<typeof records.change>[2]) =>
    staffTransaction(deps, staff, async (tx) => {
      await assertActive(tx, target.id)
      return records.update(tx, target, body)
    }),
}

/** Ends a link. @throws HttpError 404, 409 when it is not active; StaleVersion */
export function withdrawLink(deps: Deps, staff: Staff, target: Target) {
  return staffTransaction(deps, staff, async (tx) => {
    await assertActive(tx, target.id)
    return records.update(tx, target, { state: 'withdrawn' })
  })
}

/** Mails the person a new address of the link. @throws HttpError 404, 409 when it is not active; StaleVersion */
export function mailLinkAgain(deps: Deps, staff: Staff, target: Target) {
  return staffTransaction(deps, staff, async (tx) => {
    await assertActive(tx, target.id)
    // Raises the version, or refuses an old one.
    await records.update(tx, target, {})
    await mailLink(deps, tx, { id: target.id, secret: makeLinkSecret(deps) })
    return records.find(tx, target.id)
  })
}
