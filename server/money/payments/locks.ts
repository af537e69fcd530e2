import { priceDays } from '#contract/rules.ts'
import { one, type Queryable, row, statement } from '#server/platform/db/query.ts'
import { type LockedBatch, lockBatch } from '#server/enrolment/places/seats.ts'
import type { Disposition } from './disposition.ts'
import type { GatewayPayment } from '#server/money/provider/gateway.ts'

export interface LockedOrder {
  id: number
  user_id: number
  batch_id: number
  amount_paise: number
  currency: string
  provider_order_id: string | null
  status: string
  holds: boolean
  /** The coupon that makes it cheaper; null without one. */
  coupon_id: number | null
  purpose: 'purchase' | 'instalment'
  /** The plan of a purchase in parts. */
  plan_id: number | null
  /** The place that an instalment is for, and the number of its part; null for all that are left. */
  enrolment_id: number | null
  part: number | null
  /** The payment link whose price it has; null with another price. */
  link_id: number | null
  /** Whether its student has a payment link for the batch that is neither paid nor over. */
  has_links: boolean
  /** The order is older than `priceDays`, its price has changed, and its checkout was not opened within the last hour. */
  outdated: boolean
}

/** The order that a student can pay for a batch with. There is at most one per student and batch. */
export interface LiveOrder {
  id: number
  amount_paise: number
  coupon_id: number | null
  plan_id: number | null
  /** As `reserve-order.ts` stores them. */
  plan_parts: object[] | null
  link_id: number | null
  key_id: string
  receipt: string
  course_title: string
  provider_order_id: string | null
  abandoned: boolean
  holds: boolean
}

export interface LockedPayment {
  id: number
  order_id: number
  amount_paise: number
  status: GatewayPayment['status']
  disposition: Disposition
}

// A student who opened checkout within the last hour pays the price it showed, so such an order is not outdated.
const lockOrderRow = statement<LockedOrder>(
  'lock_order_row',
  `select id, user_id, batch_id, amount_paise, currency, provider_order_id, status, coupon_id, purpose, plan_id, enrolment_id, part, link_id,
     exists (select 1 from payment_links l where l.student_id = user_id and l.batch_id = payment_orders.batch_id and l.state = 'active') as has_links,
     status in ('creating', 'open', 'attempted') and hold_until > app_now() as holds,
     created_at < app_now() - make_interval(days => $2) and coalesce(started_at, created_at) < app_now() - interval '1 hour'
       and coalesce(offer_paise, amount_paise) <> (select c.amount_paise from batches b join courses c on c.id = b.course_id where b.id = batch_id) as outdated
   from payment_orders where id = $1 for no key update`,
)
const lockLiveOrderRow = statement<LiveOrder>(
  'lock_live_order_row',
  `select id, amount_paise, coupon_id, plan_id, plan_parts, link_id, key_id, receipt, course_title, provider_order_id,
     claimed_at <= app_now() - interval '10 seconds' as abandoned, hold_until > app_now() as holds
   from payment_orders
   where user_id = $1 and batch_id = $2 and purpose = 'purchase' and status in ('creating', 'open', 'attempted')
   for no key update`,
)
const paymentColumns = `select id, order_id, amount_paise, status, disposition from payments`
const lockPaymentRow = statement<LockedPayment>('lock_payment_row', `${paymentColumns} where id = $1 for no key update`)
const lockPaymentRowByProviderId = statement<LockedPayment>(
  'lock_payment_row_by_provider_id',
  `${paymentColumns} where provider_payment_id = $1 for no key update`,
)
const saleOfPayment = statement<{ batch_id: number; order_id: number }>(
  'sale_of_payment',
  `select o.batch_id, o.id as order_id from payments p join payment_orders o on o.id = p.order_id where p.id = $1`,
)

/** Locks an order: the second lock of a transaction. The batch is locked first. */
export async function lockOrder(tx: Queryable, orderId: number): Promise<LockedOrder> {
  return one(tx, lockOrderRow, [orderId, priceDays])
}

/** Locks the live order of a student and batch; undefined when there is none. The batch is locked first. */
export async function lockLiveOrder(tx: Queryable, userId: number, batchId: number): Promise<LiveOrder | undefined> {
  return row(tx, lockLiveOrderRow, [userId, batchId])
}

/** Locks a payment: the third lock of a transaction. Batch and order are locked first. */
export async function lockPayment(tx: Queryable, paymentId: number): Promise<LockedPayment> {
  return one(tx, lockPaymentRow, [paymentId])
}

/** Locks a payment by the provider's id; undefined when it is unknown. Batch and order are locked first. */
export async function lockPaymentByProviderId(tx: Queryable, providerPaymentId: string): Promise<LockedPayment | undefined> {
  return row(tx, lockPaymentRowByProviderId, [providerPaymentId])
}

/** Locks batch, order and payment of a sale, in this order; undefined when the payment is unknown. */
export async function lockSale(
  tx: Queryable,
  paymentId: number,
): Promise<{ batch: LockedBatch; order: LockedOrder; payment: LockedPayment } | undefined> {
  const sale = await row(tx, saleOfPayment, [paymentId])
  if (!sale) return undefined
  const batch = await lockBatch(tx, sale.batch_id)
  if (!batch) throw new Error(`order ${sale.order_id} names no batch`)
  const order = await lockOrder(tx, sale.order_id)
  return { batch, order, payment: await lockPayment(tx, paymentId) }
}
