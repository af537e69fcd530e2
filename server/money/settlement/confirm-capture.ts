import { row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { GatewayError, type GatewayPayment } from '#server/money/provider/gateway.ts'
import { settlePayment } from './settle-payment.ts'

/** Milliseconds for the provider's answer about an event, and the pause before the next call after a timeout. */
const timeoutMs = 2000
const pauseMs = 30_000

/** End of the pause per connection pool, by the process clock: a queue of events must not wait for every timeout. */
const pausedUntil = new WeakMap<Deps['db'], number>()

const decidedPayment = statement(
  'decided_payment',
  `select 1 from payments where provider_payment_id = $1 and disposition <> 'pending'`,
)
const markUnconfirmed = statement(
  'mark_unconfirmed',
  `update payments set unconfirmed_since = app_now() where provider_payment_id = $1 and disposition <> 'pending' and unconfirmed_since is null`,
)

/**
 * Settles the payment of an event. A capture is confirmed with the provider first, so that a stolen webhook secret enrols
 * nobody. While the provider does not answer, the event counts and the reconciler confirms it later.
 * @returns the reason to quarantine the event when the provider contradicts it
 */
export async function settleEvent(
  deps: Deps,
  order: { id: number; key_id: string },
  reported: GatewayPayment,
): Promise<string | undefined> {
  if (reported.status !== 'captured' || (await row(deps.db, decidedPayment, [reported.id]))) {
    await settlePayment(deps, order.id, reported)
    return undefined
  }
  const confirmed = await fetchCaptured(deps, order.key_id, reported.id)
  if (confirmed === 'refused') return 'a payment that the provider does not know'
  if (confirmed && confirmed.orderId !== reported.orderId) return 'a payment of another order'
  await settlePayment(deps, order.id, confirmed ?? reported)
  if (!confirmed) await rows(deps.db, markUnconfirmed, [reported.id])
  return undefined
}

async function fetchCaptured(deps: Deps, keyId: string, paymentId: string): Promise<GatewayPayment | 'refused' | undefined> {
  if (performance.now() < (pausedUntil.get(deps.db) ?? 0)) return undefined
  try {
    return await deps.gateway.fetchPayment(keyId, paymentId, AbortSignal.timeout(timeoutMs))
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    if (error.status === 400 || error.status === 404) return 'refused'
    pausedUntil.set(deps.db, performance.now() + pauseMs)
    deps.log.warn({ err: error, payment: paymentId }, 'the provider did not confirm a captured payment, to be confirmed later')
    return undefined
  }
}

interface Unconfirmed {
  id: number
  provider_payment_id: string
  provider_order_id: string
  key_id: string
}

// A taken payment is skipped by other processes for a minute.
const takeUnconfirmed = statement<Unconfirmed>(
  'take_unconfirmed',
  `update payments p set unconfirmed_since = app_now() from payment_orders o
   where o.id = p.order_id and p.id = (
     select id from payments where unconfirmed_since <= app_now() - interval '1 minute'
     order by unconfirmed_since limit 1 for no key update skip locked)
   returning p.id, p.provider_payment_id, o.provider_order_id, o.key_id`,
)
const confirmPayment = statement('confirm_payment', `update payments set unconfirmed_since = null where id = $1`)
const reviewUnconfirmed = statement(
  'review_unconfirmed',
  `update payments set unconfirmed_since = null, disposition = case when disposition = 'enrolled' then 'review' else disposition end
   where id = $1`,
)

/** Confirms payments that were settled by an event alone. A payment that the provider contradicts goes to review. */
export async function confirmPayments(deps: Deps): Promise<void> {
  for (;;) {
    const payment = await row(deps.db, takeUnconfirmed)
    if (!payment) return
    try {
      const reported = await deps.gateway.fetchPayment(payment.key_id, payment.provider_payment_id)
      const isTrue =
        (reported.status === 'captured' || reported.status === 'refunded') && reported.orderId === payment.provider_order_id
      if (isTrue) await rows(deps.db, confirmPayment, [payment.id])
      else await moveToReview(deps, payment)
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      if (error.status === 400 || error.status === 404) await moveToReview(deps, payment)
      // The provider does not answer, so the remaining payments wait too.
      else return
    }
  }
}

async function moveToReview(deps: Deps, payment: Unconfirmed): Promise<void> {
  await rows(deps.db, reviewUnconfirmed, [payment.id])
  deps.log.error({ payment: payment.provider_payment_id }, 'a webhook reported money that the provider does not have, for review')
}
