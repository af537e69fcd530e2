import { isPayerErased } from '#server/people/accounts/is-erased.ts'
import { sendLater, type Queryable, row, rows, statement, transaction } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { enrol, hasEnrolmentBeside } from '#server/enrolment/places/enrol.ts'
import { type LockedBatch, lockBatchOfOrder, seatsBeyondHolds } from '#server/enrolment/places/seats.ts'
import type { Disposition } from '#server/money/payments/disposition.ts'
import type { GatewayPayment } from '#server/money/provider/gateway.ts'
import { scheduleParts, takeParts } from '#server/money/instalments/schedule.ts'
import { issueReceipt } from '#server/money/invoicing/issue-receipt.ts'
import { type LockedOrder, lockOrder, lockPaymentByProviderId } from '#server/money/payments/locks.ts'
import { spendCoupon } from '#server/money/coupons/use-coupon.ts'
import { linkHolds, markLinksPaid } from '#server/money/links/settle-link.ts'
import { newestBuyerOf } from '#server/money/payments/newest-buyer.ts'
import { type Refusal, returnPayment } from '#server/money/refunds/return-payment.ts'

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
const advanced = `status = $2, amount_paise = $3, currency = $4, method = coalesce($5, method), error_description = $6,
     captured_at = case when is_captured($2) then coalesce(captured_at, app_now()) end`
const advancePayment = statement('advance_payment', `update payments set ${advanced} where id = $1`)
const decidePayment = statement('decide_payment', `update payments set ${advanced}, disposition = $7 where id = $1`)
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
  const { id, amount, currency, status, method, errorDescription } = reported
  // One round trip, in the order of the locks.
  const [batch, order, , payment, isErased, hasEnrolment] = await Promise.all([
    lockBatchOfOrder(tx, orderId),
    lockOrder(tx, orderId),
    rows(tx, insertPayment, [id, orderId, amount, currency, method, errorDescription]),
    lockPaymentByProviderId(tx, id),
    isPayerErased(tx, orderId),
    hasEnrolmentBeside(tx, orderId),
  ])
  if (!batch || reported.orderId !== order.provider_order_id) throw new Error(`payment ${id} is not of order ${orderId}`)
  if (!payment) throw new Error(`payment ${id} was not stored`)
  const isHigher = rank[status] > rank[payment.status]
  const report = [payment.id, status, amount, currency, method, errorDescription]
  if (payment.disposition !== 'pending' || rank[status] < rank.captured) {
    if (isHigher) {
      sendLater(tx, advancePayment, report)
      sendLater(tx, markOrderAttempted, [orderId])
    }
    return payment.disposition
  }

  const { disposition, refusal } = await decide(deps, tx, {
    order,
    paymentId: payment.id,
    reported,
    batch,
    isErased,
    hasEnrolment,
  })
  if (isHigher) sendLater(tx, decidePayment, [...report, disposition])
  else sendLater(tx, setDisposition, [payment.id, disposition])
  sendLater(tx, markOrderPaid, [orderId])
  if (refusal) await returnPayment(deps, tx, { paymentId: payment.id, amountPaise: amount, refusal })
  if (disposition === 'enrolled') {
    if (order.purpose === 'purchase' && (order.has_links || order.link_id !== null))
      await markLinksPaid(tx, { orderId, paymentId: payment.id })
    if (order.purpose === 'purchase') enrol(tx, { userId: order.user_id, batchId: order.batch_id, paymentId: payment.id })
    if (order.plan_id !== null) scheduleParts(tx, payment.id)
    await issueReceipt(deps, tx, { paymentId: payment.id, courseId: batch.course_id })
  }
  return disposition
}

type SettleDeps = Pick<Deps, 'config' | 'jobs' | 'log'>

interface Captured {
  order: LockedOrder
  paymentId: number
  reported: GatewayPayment
  batch: LockedBatch
  isErased: boolean
  /** Of this student for this batch, or moved from it since. */
  hasEnrolment: boolean
}

/** Decides the disposition of captured money once: enrolled, refund due with its reason, or review. */
async function decide(
  deps: SettleDeps,
  tx: Queryable,
  captured: Captured,
): Promise<{ disposition: Disposition; refusal?: Refusal | undefined }> {
  const { order, reported } = captured
  if (reported.status === 'refunded') return { disposition: 'refunded' }
  if (reported.amount !== order.amount_paise || reported.currency !== order.currency) {
    deps.log.error({ order: order.id, payment: reported.id }, 'amount or currency differ from the order, for review')
    return { disposition: 'review' }
  }
  const refusal = await findRefusal(tx, captured)
  return { disposition: refusal ? 'refund_due' : 'enrolled', refusal }
}

async function findRefusal(
  tx: Queryable,
  { order, paymentId, batch, isErased, hasEnrolment }: Captured,
): Promise<Refusal | undefined> {
  if (isErased) return 'account erased'
  if (order.enrolment_id !== null) {
    const { enrolment_id: enrolmentId, part, amount_paise: amountPaise } = order
    return (await takeParts(tx, { enrolmentId, part, paymentId, amountPaise })) ? undefined : 'part settled'
  }
  if (hasEnrolment) return 'already enrolled'
  if (batch.cancelled) return 'batch cancelled'
  if (batch.ended) return 'batch ended'
  if (order.outdated) return 'price changed'
  const hasSeat = order.holds || (await seatsBeyondHolds(tx, batch, order.user_id)) > 0
  if (!hasSeat) return 'batch full'
  const { id: orderId, coupon_id: couponId, link_id: linkId } = order
  if (linkId !== null && !(await linkHolds(tx, { linkId, holds: order.holds }))) return 'link gone'
  return couponId === null || (await spendCoupon(tx, { orderId, couponId, paymentId })) ? undefined : 'coupon gone'
}

const orderByProviderId = statement<{ id: number; user_id: number; batch_id: number; key_id: string }>(
  'order_by_provider_id',
  `select id, user_id, batch_id, key_id from payment_orders where provider_order_id = $1`,
)

/** Returns an order by the provider's id; undefined when it is unknown. */
export async function findOrder(deps: Deps, providerOrderId: string) {
  return row(deps.db, orderByProviderId, [providerOrderId])
}
