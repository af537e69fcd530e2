import type { PaymentStatus } from '#contract/money/payments.ts'
import type { Student } from '#server/platform/auth/principal.ts'
import { row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { notFound, unavailable } from '#server/platform/errors/errors.ts'
import { GatewayError } from '#server/money/provider/gateway.ts'
import { outcomeOf } from '#server/money/settlement/payment-outcome.ts'
import type { Disposition } from '#server/money/payments/disposition.ts'
import { settlePayment } from '#server/money/settlement/settle-payment.ts'

const paymentsOfBatch = statement<Known>(
  'payments_of_batch',
  `select p.provider_payment_id, p.disposition, p.order_id
   from payments p join payment_orders o on o.id = p.order_id
   where o.user_id = $1 and o.batch_id = $2 and o.purpose = 'purchase' and (p.disposition <> 'pending' or p.status = 'authorized')
     -- A payment whose enrolment moved to another batch does not count for this batch.
     and not exists (select 1 from enrolments e where e.payment_id = p.id and e.batch_id <> o.batch_id)
   order by p.disposition = 'enrolled' desc, p.id desc limit 1`,
)
const unsettledOrders = statement<Order>(
  'unsettled_orders',
  `select id, key_id, provider_order_id from payment_orders
   where user_id = $1 and batch_id = $2 and purpose = 'purchase' and status in ('open', 'attempted', 'superseded', 'expired')
     and provider_order_id is not null
   order by id desc limit 5`,
)

/** Milliseconds for all provider calls together, however many orders there are. */
const providerTimeoutMs = 6000

/**
 * Returns the payment status of a student for a batch. Asks the provider about unsettled orders, because UPI can
 * complete after checkout was dismissed.
 * @throws HttpError 503 when the provider does not answer and the latest order is not settled here
 */
export async function readPaymentStatus(
  deps: Deps,
  student: Student,
  { params }: { params: { batch_id: number } },
): Promise<PaymentStatus> {
  const batchId = params.batch_id
  return readStatus(deps, {
    payment: () => row(deps.db, paymentsOfBatch, [student.id, batchId]),
    orders: () => rows(deps.db, unsettledOrders, [student.id, batchId]),
    none: 'Nothing has been started for this batch.',
    open: 'No payment has arrived for this batch yet.',
  })
}

const placeOfPart = statement<{ enrolment_id: number; number: number | null }>(
  'place_of_part',
  `select e.id as enrolment_id, i.number
   from active_enrolments e left join instalments i on i.enrolment_id = e.id and i.id = $3::bigint
   where e.user_id = $1 and e.batch_id = $2 and ($3::bigint is null or i.id is not null)`,
)
// A part may have been paid with all that was left.
const paymentOfPart = statement<Known>(
  'payment_of_part',
  `select p.provider_payment_id, p.disposition, p.order_id
   from payments p join payment_orders o on o.id = p.order_id
   where o.enrolment_id = $1 and (p.disposition <> 'pending' or p.status = 'authorized')
     and (o.part is not distinct from $2::int or p.id = (select i.payment_id from instalments i where i.enrolment_id = $1 and i.number = $2::int))
   order by p.disposition = 'enrolled' desc, p.id desc limit 1`,
)
const unsettledOrdersOfPlace = statement<Order>(
  'unsettled_orders_of_place',
  `select id, key_id, provider_order_id from payment_orders
   where enrolment_id = $1 and status in ('open', 'attempted', 'superseded', 'expired') and provider_order_id is not null
   order by id desc limit 5`,
)

/**
 * Returns the payment status of a part of a place, or of the rest of it, in the same way.
 * @throws HttpError 404 not a place or a part of this student; 503 when the provider does not answer
 */
export async function readInstalmentStatus(
  deps: Deps,
  student: Student,
  { params }: { params: { batch_id: number; part: number | 'rest' } },
): Promise<PaymentStatus> {
  const part = params.part === 'rest' ? null : params.part
  const place = await row(deps.db, placeOfPart, [student.id, params.batch_id, part])
  if (!place) throw notFound('There is no such part.')
  return readStatus(deps, {
    payment: () => row(deps.db, paymentOfPart, [place.enrolment_id, place.number]),
    orders: () => rows(deps.db, unsettledOrdersOfPlace, [place.enrolment_id]),
    none: 'Nothing has been started for this part.',
    open: 'No payment has arrived for this part yet.',
  })
}

interface Known {
  provider_payment_id: string
  disposition: Disposition
  order_id: number
}
interface Order {
  id: number
  key_id: string
  provider_order_id: string
}

async function readStatus(
  deps: Deps,
  {
    payment,
    orders: ordersOf,
    none,
    open,
  }: {
    payment: () => Promise<Known | undefined>
    orders: () => Promise<Order[]>
    none: string
    open: string
  },
): Promise<PaymentStatus> {
  const known = await payment()
  if (known?.disposition === 'enrolled') return outcomeOf(deps, known.provider_payment_id, 'enrolled')
  const orders = await ordersOf()
  let latestUnchecked = 0
  const deadline = AbortSignal.timeout(providerTimeoutMs)
  for (const order of orders) {
    try {
      for (const payment of await deps.gateway.listPaymentsOfOrder(order.key_id, order.provider_order_id, deadline)) {
        await settlePayment(deps, order.id, payment)
      }
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      deps.log.warn({ err: error, order: order.id }, 'the provider did not answer about an order')
      latestUnchecked = Math.max(latestUnchecked, order.id)
    }
  }
  const latest = await payment()
  // A refund of an earlier purchase does not answer for a later order, which may have been paid.
  const isReturned = latest?.disposition === 'refund_due' || latest?.disposition === 'refunded'
  if (latest && !(isReturned && latest.order_id < latestUnchecked)) {
    return outcomeOf(deps, latest.provider_payment_id, latest.disposition)
  }
  // The provider did not answer, so an unknown payment may exist.
  if (latestUnchecked > 0) throw unavailable('We could not check your payment right now. Please try again in a moment.')
  return orders.length > 0 ? { status: 'open', message: open } : { status: 'none', message: none }
}
