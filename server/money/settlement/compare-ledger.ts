import { row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { GatewayError, type GatewayPayment, type GatewayRefund } from '#server/money/provider/gateway.ts'

/** The payments and refunds that the provider listed in one run, and how they differ from the stored ones. */
export interface Listed {
  /** Ids of the payments of each of the last slices, the latest first. */
  payments: Set<string>[]
  refunds: Set<string>
  differences: Set<string>
  /** Payments and refunds that the provider did not tell about. */
  unanswered: number
}

export const emptyListing = (): Listed => ({ payments: [], refunds: new Set(), differences: new Set(), unanswered: 0 })

/** Slices whose payments are remembered. A late payment is stored here up to six days after it was made, three slices later. */
const rememberedSlices = 4
/** Differences that are kept. Whoever has more finds the others after these are settled. */
const maxDifferences = 100
/** Stored payments that are read at once. */
const pageRows = 1000

/** Starts the list of another slice, so that memory does not grow with the window. */
export function beginSlice(listed: Listed): void {
  listed.payments = [new Set<string>(), ...listed.payments].slice(0, rememberedSlices)
}

function note(listed: Listed, difference: string): void {
  if (listed.differences.size < maxDifferences) listed.differences.add(difference)
}

const storedPayment = statement<{ status: string; amount_paise: number; provider_order_id: string }>(
  'stored_payment',
  `select p.status, p.amount_paise, o.provider_order_id from payments p join payment_orders o on o.id = p.order_id
   where p.provider_payment_id = $1`,
)
const storedRefund = statement<{ status: string; amount_paise: number; payment: string }>(
  'stored_refund',
  `select r.status, r.amount_paise, p.provider_payment_id as payment from refunds r join payments p on p.id = r.payment_id
   where r.provider_refund_id = $1`,
)
interface Stored {
  id: number
  provider_payment_id: string
  key_id: string
  /** With microseconds, which a Date has not. */
  created_at: string
}
const capturedBetween = statement<Stored>(
  'captured_between',
  `select p.id, p.provider_payment_id, o.key_id, p.created_at::text as created_at from captured_payments p join payment_orders o on o.id = p.order_id
   where o.provider = $1 and p.created_at >= $2::timestamptz and p.created_at < coalesce($3::timestamptz, 'infinity')
     and (p.created_at, p.id) > ($2::timestamptz, $4::bigint)
   order by p.created_at, p.id limit $5`,
)
const refundedSince = statement<{ provider_refund_id: string; key_id: string }>(
  'refunded_since',
  `select r.provider_refund_id, o.key_id from refunds r join payments p on p.id = r.payment_id join payment_orders o on o.id = p.order_id
   where r.status = 'processed' and o.provider = $2 and r.created_at >= $1::timestamptz and r.provider_refund_id is not null`,
)

/** Notes how a listed payment differs from the stored one. Call it after the payment is settled. */
export async function comparePayment(deps: Deps, listed: Listed, reported: GatewayPayment): Promise<void> {
  listed.payments[0]?.add(reported.id)
  if (reported.status !== 'captured' && reported.status !== 'refunded') return
  const here = await row(deps.db, storedPayment, [reported.id])
  if (!here) note(listed, `${reported.id} is captured at the provider and not known here`)
  else if (here.status !== 'captured' && here.status !== 'refunded') {
    note(listed, `${reported.id} is ${reported.status} at the provider and ${here.status} here`)
  } else if (here.amount_paise !== reported.amount) {
    note(listed, `${reported.id} is of ${reported.amount} paise at the provider and of ${here.amount_paise} here`)
  }
}

/** Notes how a listed refund differs from the stored one. Call it after the refund is recorded. */
export async function compareRefund(deps: Deps, listed: Listed, reported: GatewayRefund): Promise<void> {
  listed.refunds.add(reported.id)
  const here = await row(deps.db, storedRefund, [reported.id])
  if (!here) note(listed, `${reported.id} is a refund at the provider and not known here`)
  else if (here.amount_paise !== reported.amount || here.payment !== reported.paymentId) {
    note(
      listed,
      `${reported.id} is of ${reported.amount} paise for ${reported.paymentId} at the provider and of ${here.amount_paise} here`,
    )
  } else if (reported.status === 'processed' && here.status !== 'processed') {
    note(listed, `${reported.id} is processed at the provider and ${here.status} here`)
  }
}

/**
 * Notes payments that were stored here in a slice and are missing at the provider. A payment is stored no earlier than it is made, so
 * the last slices list it; one that they do not list is fetched. The last slice has no end.
 */
export async function compareStoredPayments(deps: Deps, listed: Listed, slice: { from: Date; to: Date | null }): Promise<void> {
  let [from, after] = [slice.from.toISOString(), 0]
  for (;;) {
    const page = await rows(deps.db, capturedBetween, [deps.gateway.name, from, slice.to, after, pageRows])
    for (const { provider_payment_id: id, key_id: keyId } of page) {
      if (listed.payments.some((ids) => ids.has(id))) continue
      const status = await statusOf(deps, id, deps.gateway.fetchPayment(keyId, id))
      if (status === 'unanswered') listed.unanswered += 1
      else if (status !== 'captured' && status !== 'refunded')
        note(listed, `${id} is captured here and ${status} at the provider`)
    }
    const last = page.at(-1)
    if (!last || page.length < pageRows) return
    ;[from, after] = [last.created_at, last.id]
  }
}

/** Notes refunds that are stored here but missing at the provider. An unlisted one is fetched first. */
export async function compareStoredRefunds(deps: Deps, listed: Listed, since: Date): Promise<void> {
  for (const { provider_refund_id: id, key_id: keyId } of await rows(deps.db, refundedSince, [since, deps.gateway.name])) {
    if (listed.refunds.has(id)) continue
    const status = await statusOf(deps, id, deps.gateway.fetchRefund(keyId, id))
    if (status === 'unanswered') listed.unanswered += 1
    else if (status !== 'processed') note(listed, `${id} is processed here and ${status} at the provider`)
  }
}

/** Returns the status at the provider. Without an answer the others are still compared, and the run fails at its end. */
async function statusOf(deps: Deps, id: string, fetched: Promise<{ status: string }>): Promise<string> {
  try {
    return (await fetched).status
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    if (error.status === 400 || error.status === 404) return 'not known'
    deps.log.error({ err: error, id }, 'a stored payment or refund could not be compared with the provider')
    return 'unanswered'
  }
}
