import { isErased } from '../../accounts/is-erased.ts'
import { type Queryable, row, rows, statement, transaction } from '../../db/query.ts'
import type { Deps } from '../../deps.ts'
import { enrol, hasActiveEnrolment, hasMovedSince } from '../../enrolment/enrol.ts'
import { type LockedBatch, lockBatchOfOrder, seatsBeyondHolds } from '../../enrolment/seats.ts'
import type { Disposition } from '../disposition.ts'
import type { GatewayPayment } from '../provider/gateway.ts'
import { issueReceipt } from '../invoicing/issue-receipt.ts'
import { type LockedOrder, lockOrder, lockPaymentByProviderId } from '../locks.ts'
import { newestBuyerOf } from '../newest-buyer.ts'
import { type Refusal, returnPayment } from '../refunds/return-payment.ts'

/** A payment's status only moves to a higher rank. */
const rank: Record<GatewayPayment['status'], number> = {
  unknown: 0,
  created: 0,
  failed: 1,
  authorized: 2,
  captured: 3,
  refunded: 4,
}

const insertPayment = statement(
  'insert_payment',
  `insert into payments (provider_payment_id, order_id, amount_paise, currency, status, method, error_description, created_at)
   values ($1, $2, $3, $4, 'created', $5, $6, app_now())
   on conflict (provider_payment_id) do nothing`,
)
const advancePayment = statement(
  'advance_payment',
  `update payments set status = $2, amount_paise = $3, currency = $4, method = coalesce($5, method), error_description = $6,
     captured_at = case when $2 in ('captured', 'refunded') then coalesce(captured_at, app_now()) end
   where id = $1`,
)
const setDisposition = statement('set_disposition', `update payments set disposition = $2 where id = $1`)
const markOrderAttempted = statement(
  'mark_order_attempted',
  `update payment_orders set status = 'attempted' where id = $1 and status = 'open'`,
)
// A live order follows the newest buyer until this statement; a superseded or expired one keeps the buyer of its start.
const markOrderPaid = statement(
  'mark_order_paid',
  `update payment_orders o set status = 'paid', next_check_at = null,
     buyer = case when o.status in ('creating', 'open', 'attempted') then coalesce(${newestBuyerOf('o.user_id')}, o.buyer) else o.buyer end
   where o.id = $1`,
)

/**
 * Settles a payment as the provider reports it, in one transaction and forward only, however often and in whatever order
 * reports arrive. Browser, callback, webhook and reconciler all call it. Locks batch, order, payment, receipt counter.
 * @returns the disposition of the payment
 */
export async function settlePayment(deps: Deps, orderId: number, reported: GatewayPayment): Promise<Disposition> {
  if (reported.status === 'unknown') deps.log.error({ order: orderId, payment: reported.id }, 'a payment has an unknown status')
  return transaction(deps.db, (tx) => settleWithin(deps, tx, orderId, reported))
}

/** Like `settlePayment`, within the caller's transaction, which must not hold locks that come after a batch. */
export async function settleWithin(
  deps: SettleDeps,
  tx: Queryable,
  orderId: number,
  reported: GatewayPayment,
): Promise<Disposition> {
  const batch = await lockBatchOfOrder(tx, orderId)
  const order = await lockOrder(tx, orderId)
  if (!batch || reported.orderId !== order.provider_order_id) throw new Error(`payment ${reported.id} is not of order ${orderId}`)
  await rows(tx, insertPayment, [
    reported.id,
    order.id,
    reported.amount,
    reported.currency,
    reported.method,
    reported.errorDescription,
  ])
  const payment = await lockPaymentByProviderId(tx, reported.id)
  if (!payment) throw new Error(`payment ${reported.id} was not stored`)
  if (rank[reported.status] > rank[payment.status]) {
    await rows(tx, advancePayment, [
      payment.id,
      reported.status,
      reported.amount,
      reported.currency,
      reported.method,
      reported.errorDescription,
    ])
    await rows(tx, markOrderAttempted, [order.id])
  }
  if (payment.disposition !== 'pending' || rank[reported.status] < rank.captured) return payment.disposition

  const disposition = await decide(deps, tx, { order, reported, batch, paymentId: payment.id })
  await rows(tx, setDisposition, [payment.id, disposition])
  await rows(tx, markOrderPaid, [order.id])
  if (disposition === 'enrolled') await issueReceipt(deps, tx, { paymentId: payment.id, courseId: batch.course_id })
  return disposition
}

type SettleDeps = Pick<Deps, 'config' | 'jobs' | 'log'>

interface Captured {
  order: LockedOrder
  reported: GatewayPayment
  batch: LockedBatch
  paymentId: number
}

/** Decides the disposition of captured money once: enrolled, refund due or review. */
async function decide(deps: SettleDeps, tx: Queryable, captured: Captured): Promise<Disposition> {
  const { order, reported, paymentId } = captured
  if (reported.status === 'refunded') return 'refunded'
  if (reported.amount !== order.amount_paise || reported.currency !== order.currency) {
    deps.log.error({ order: order.id, payment: reported.id }, 'amount or currency differ from the order, for review')
    return 'review'
  }
  const refusal = await findRefusal(tx, captured)
  if (refusal) {
    await returnPayment(deps, tx, { paymentId, amountPaise: reported.amount, refusal })
    return 'refund_due'
  }
  await enrol(tx, { userId: order.user_id, batchId: order.batch_id, paymentId })
  return 'enrolled'
}

async function findRefusal(tx: Queryable, { order, batch }: Captured): Promise<Refusal | undefined> {
  if (await isErased(tx, order.user_id)) return 'account erased'
  if ((await hasActiveEnrolment(tx, order.user_id, order.batch_id)) || (await hasMovedSince(tx, order))) return 'already enrolled'
  if (batch.cancelled) return 'batch cancelled'
  if (batch.ended) return 'batch ended'
  if (order.outdated) return 'price changed'
  const hasSeat = order.holds || (await seatsBeyondHolds(tx, batch, order.user_id)) > 0
  return hasSeat ? undefined : 'batch full'
}

const orderByProviderId = statement<{ id: number; user_id: number; batch_id: number; key_id: string }>(
  'order_by_provider_id',
  `select id, user_id, batch_id, key_id from payment_orders where provider_order_id = $1`,
)

/** Returns an order by the provider's id; undefined when it is unknown. */
export async function findOrder(deps: Deps, providerOrderId: string) {
  return row(deps.db, orderByProviderId, [providerOrderId])
}
