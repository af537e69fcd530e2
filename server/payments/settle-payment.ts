import { isErased } from '../accounts/is-erased.ts'
import { one, type Queryable, row, rows, statement, transaction } from '../db/query.ts'
import type { Deps } from '../deps.ts'
import { enrol, hasActiveEnrolment, hasMovedSince } from '../enrolment/enrol.ts'
import { type LockedBatch, lockBatchOfOrder, seatsBeyondHolds } from '../enrolment/seats.ts'
import type { GatewayPayment } from './gateway.ts'
import { issueReceipt } from './issue-receipt.ts'

export type Disposition = 'pending' | 'enrolled' | 'refund_due' | 'refunded' | 'review'

interface OrderRow {
  id: number
  user_id: number
  batch_id: number
  amount_paise: number
  currency: string
  provider_order_id: string
  status: string
  holds: boolean
}

interface PaymentRow {
  id: number
  order_id: number
  status: GatewayPayment['status']
  disposition: Disposition
}

/** Knowledge about a payment only ever grows: a later state never falls back to an earlier one. */
const rank: Record<GatewayPayment['status'], number> = {
  unknown: 0,
  created: 0,
  failed: 1,
  authorized: 2,
  captured: 3,
  refunded: 4,
}

const lockOrder = statement<OrderRow>(
  'lock_order',
  `select id, user_id, batch_id, amount_paise, currency, provider_order_id, status,
     status in ('creating', 'open', 'attempted') and hold_until > app_now() as holds
   from payment_orders where id = $1 for update`,
)
const insertPayment = statement(
  'insert_payment',
  `insert into payments (provider_payment_id, order_id, amount_paise, currency, status, method, error_description, created_at)
   values ($1, $2, $3, $4, 'created', $5, $6, app_now())
   on conflict (provider_payment_id) do nothing`,
)
const lockPayment = statement<PaymentRow>(
  'lock_payment',
  `select id, order_id, status, disposition from payments where provider_payment_id = $1 for update`,
)
const advancePayment = statement(
  'advance_payment',
  `update payments set status = $2, amount_paise = $3, currency = $4, method = coalesce($5, method), error_description = $6,
     captured_at = case when $2 in ('captured', 'refunded') then coalesce(captured_at, app_now()) end
   where id = $1`,
)
const dispose = statement('dispose_payment', `update payments set disposition = $2 where id = $1`)
const attempt = statement('attempt_order', `update payment_orders set status = 'attempted' where id = $1 and status = 'open'`)
const pay = statement('pay_order', `update payment_orders set status = 'paid', next_check_at = null where id = $1`)
const queueRefund = statement<{ id: number }>(
  'queue_automatic_refund',
  `insert into refunds (payment_id, amount_paise, idempotency_key, status, reason, actor, ends_access, created_at)
   values ($1::bigint, $2, 'auto-' || lpad($1::bigint::text, 10, '0'), 'queued', $3, 'automatic', false, app_now())
   on conflict do nothing returning id`,
)

/**
 * The only way in: takes what the provider says of a payment and brings it to its place, in one transaction,
 * forward only, however often and in whatever order it is told. Locks batch, order, payment, receipt counter.
 * @returns where the money of this payment stands now
 */
export async function settlePayment(deps: Deps, orderId: number, told: GatewayPayment): Promise<Disposition> {
  if (told.status === 'unknown')
    deps.log.error({ order: orderId, payment: told.id }, 'a payment is in a state that is not known here')
  return transaction(deps.db, async (tx) => {
    const batch = await lockBatchOfOrder(tx, orderId)
    const order = await one(tx, lockOrder, [orderId])
    if (!batch || told.orderId !== order.provider_order_id) throw new Error(`payment ${told.id} is not of order ${orderId}`)
    await rows(tx, insertPayment, [told.id, order.id, told.amount, told.currency, told.method, told.errorDescription])
    const payment = await one(tx, lockPayment, [told.id])
    if (rank[told.status] > rank[payment.status]) {
      await rows(tx, advancePayment, [payment.id, told.status, told.amount, told.currency, told.method, told.errorDescription])
      await rows(tx, attempt, [order.id])
    }
    if (payment.disposition !== 'pending' || rank[told.status] < rank.captured) return payment.disposition

    const disposition = await decide(deps, tx, { order, told, batch, paymentId: payment.id })
    await rows(tx, dispose, [payment.id, disposition])
    await rows(tx, pay, [order.id])
    if (disposition === 'enrolled') await issueReceipt(deps, tx, { paymentId: payment.id, courseId: batch.course_id })
    return disposition
  })
}

interface Captured {
  order: OrderRow
  told: GatewayPayment
  batch: LockedBatch
  paymentId: number
}

/** What captured money buys, decided once: a place, its way back, or a person's look. */
async function decide(deps: Deps, tx: Queryable, captured: Captured): Promise<Disposition> {
  const { order, told, batch, paymentId } = captured
  if (told.status === 'refunded') return 'refunded'
  if (told.amount !== order.amount_paise || told.currency !== order.currency) {
    deps.log.error({ order: order.id, payment: told.id }, 'amount or currency differ from the order, for review')
    return 'review'
  }
  const refusal = (await isErased(tx, order.user_id))
    ? 'account erased'
    : (await hasActiveEnrolment(tx, order.user_id, order.batch_id)) || (await hasMovedSince(tx, order))
      ? 'already enrolled'
      : batch.cancelled
        ? 'batch cancelled'
        : order.holds || (await seatsBeyondHolds(tx, batch, order.user_id)) > 0
          ? undefined
          : 'batch full'
  if (refusal) {
    const refund = await row(tx, queueRefund, [paymentId, told.amount, refusal])
    if (refund) await deps.jobs.send(tx, 'send-refund', { id: refund.id })
    return 'refund_due'
  }
  await enrol(tx, { userId: order.user_id, batchId: order.batch_id, paymentId })
  return 'enrolled'
}

const orderByProviderId = statement<{ id: number; user_id: number; batch_id: number; key_id: string }>(
  'order_by_provider_id',
  `select id, user_id, batch_id, key_id from payment_orders where provider_order_id = $1`,
)

export async function findOrder(deps: Deps, providerOrderId: string) {
  return row(deps.db, orderByProviderId, [providerOrderId])
}
