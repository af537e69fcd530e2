import { row, rows, statement } from '../../db/query.ts'
import type { Deps } from '../../deps.ts'
import { GatewayError, type GatewayPayment, type GatewayRefund } from '../provider/gateway.ts'

/** The payments and refunds that the provider listed in one run, and how they differ from the stored ones. */
export interface Listed {
  payments: Set<string>
  refunds: Set<string>
  differences: string[]
}

export const emptyListing = (): Listed => ({ payments: new Set(), refunds: new Set(), differences: [] })

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
// A payment is stored here no earlier than at the provider, so an unlisted one may be from before the window.
const capturedSince = statement<{ provider_payment_id: string; key_id: string }>(
  'captured_since',
  `select p.provider_payment_id, o.key_id from payments p join payment_orders o on o.id = p.order_id
   where p.status in ('captured', 'refunded') and o.provider = $2 and p.created_at >= $1::timestamptz`,
)
const refundedSince = statement<{ provider_refund_id: string; key_id: string }>(
  'refunded_since',
  `select r.provider_refund_id, o.key_id from refunds r join payments p on p.id = r.payment_id join payment_orders o on o.id = p.order_id
   where r.status = 'processed' and o.provider = $2 and r.created_at >= $1::timestamptz and r.provider_refund_id is not null`,
)

/** Notes how a listed payment differs from the stored one. Call it after the payment is settled. */
export async function comparePayment(deps: Deps, listed: Listed, reported: GatewayPayment): Promise<void> {
  listed.payments.add(reported.id)
  if (reported.status !== 'captured' && reported.status !== 'refunded') return
  const here = await row(deps.db, storedPayment, [reported.id])
  if (!here) listed.differences.push(`${reported.id} is captured at the provider and not known here`)
  else if (here.status !== 'captured' && here.status !== 'refunded') {
    listed.differences.push(`${reported.id} is ${reported.status} at the provider and ${here.status} here`)
  } else if (here.amount_paise !== reported.amount) {
    listed.differences.push(`${reported.id} is of ${reported.amount} paise at the provider and of ${here.amount_paise} here`)
  }
}

/** Notes how a listed refund differs from the stored one. Call it after the refund is recorded. */
export async function compareRefund(deps: Deps, listed: Listed, reported: GatewayRefund): Promise<void> {
  listed.refunds.add(reported.id)
  const here = await row(deps.db, storedRefund, [reported.id])
  if (!here) listed.differences.push(`${reported.id} is a refund at the provider and not known here`)
  else if (here.amount_paise !== reported.amount || here.payment !== reported.paymentId) {
    listed.differences.push(
      `${reported.id} is of ${reported.amount} paise for ${reported.paymentId} at the provider and of ${here.amount_paise} here`,
    )
  } else if (reported.status === 'processed' && here.status !== 'processed') {
    listed.differences.push(`${reported.id} is processed at the provider and ${here.status} here`)
  }
}

/** Notes payments and refunds that are stored here but missing at the provider. An unlisted one is fetched first. */
export async function compareStored(deps: Deps, listed: Listed, since: { payments: Date; refunds: Date }): Promise<void> {
  const { name } = deps.gateway
  for (const { provider_payment_id: id, key_id: keyId } of await rows(deps.db, capturedSince, [since.payments, name])) {
    if (listed.payments.has(id)) continue
    const status = await statusOf(deps.gateway.fetchPayment(keyId, id))
    if (status !== 'captured' && status !== 'refunded') {
      listed.differences.push(`${id} is captured here and ${status ?? 'not known'} at the provider`)
    }
  }
  for (const { provider_refund_id: id, key_id: keyId } of await rows(deps.db, refundedSince, [since.refunds, name])) {
    if (listed.refunds.has(id)) continue
    const status = await statusOf(deps.gateway.fetchRefund(keyId, id))
    if (status !== 'processed') listed.differences.push(`${id} is processed here and ${status ?? 'not known'} at the provider`)
  }
}

async function statusOf(fetched: Promise<{ status: string }>): Promise<string | undefined> {
  try {
    return (await fetched).status
  } catch (error) {
    if (error instanceof GatewayError && (error.status === 400 || error.status === 404)) return undefined
    throw error
  }
}
