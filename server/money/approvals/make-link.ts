import { hash, randomUUID } from 'node:crypto'
import type { ParsedOf } from '#contract/endpoint.ts'
import type { PaymentLinkRecord, paymentLinks } from '#contract/money/staff/payment-links.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { linkRecords } from '#server/money/links/link-records.ts'
import { linkAddress, makeLinkSecret } from '#server/money/links/link-secret.ts'
import { mailLink } from '#server/money/links/mail-link.ts'
import { lockAddress, personOfLink, storeLink } from '#server/money/links/store-link.ts'
import { lockStudent } from './approval-limit.ts'
import { none } from './money-acts.ts'
import { performOrAskWithin } from './perform-or-ask.ts'

const mailWhenApproved = statement('mail_when_approved', `update payment_links set mail_wanted = true where id = $1`)

/**
 * Makes a payment link. A price below that of everybody is an act of money: above the limit it waits for a second person, counted with what
 * the student or the address gets today. The answer alone has the address.
 * @throws HttpError 400, 404 or 409
 */
export async function makeLink(
  deps: Deps,
  staff: Staff,
  { body }: { body: ParsedOf<(typeof paymentLinks)['endpoints']['create']>['body'] },
): Promise<PaymentLinkRecord> {
  const secret = makeLinkSecret(deps)
  return staffTransaction(deps, staff, async (tx) => {
    const person = await personOfLink(tx, body)
    const link = { person, secret, staffId: staff.id }
    const { studentId, address } = person
    if (studentId !== null) await lockStudent(tx, studentId)
    else if (address !== null) await lockAddress(tx, address)
    const receiver = studentId ?? (address === null ? null : { address })
    let made: { id: number; waits: boolean }
    if (receiver !== null && body.price_paise !== null) {
      // A second link for the same place is refused, so a repeated call needs no key of the browser.
      const key = randomUUID()
      const call = { kind: 'payment_link', key, callHash: hash('sha256', key, 'buffer') } as const
      const { act, waits } = await performOrAskWithin(deps, tx, staff, call, receiver, async () => {
        const { id, givenPaise } = await storeLink(tx, body, { ...link, state: 'waiting' })
        const { batch_id, reason } = body
        return { ...none, batch_id, payment_link_id: id, amount_paise: givenPaise, counted_paise: givenPaise, reason }
      })
      made = { id: act.payment_link_id ?? 0, waits }
    } else {
      const { id } = await storeLink(tx, body, { ...link, state: 'active' })
      made = { id, waits: false }
    }
    if (body.mail) await (made.waits ? rows(tx, mailWhenApproved, [made.id]) : mailLink(deps, tx, { id: made.id, secret }))
    return { ...(await linkRecords.find(tx, made.id)), url: linkAddress(deps, body.batch_id, secret) }
  })
}
