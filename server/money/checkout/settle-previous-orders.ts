import type { Student } from '#server/platform/auth/principal.ts'
import { rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { hasActiveEnrolment } from '#server/enrolment/places/enrol.ts'
import { conflict } from '#server/platform/errors/errors.ts'
import { alreadyEnrolled } from './reserve-order.ts'
import { GatewayError } from '#server/money/provider/gateway.ts'
import { messageFor } from '#server/money/settlement/payment-outcome.ts'
import type { Disposition } from '#server/money/payments/disposition.ts'
import { settlePayment } from '#server/money/settlement/settle-payment.ts'

/** What is known about a student's earlier orders for a batch. */
export interface PreviousOrders {
  /** No order ever reached the provider, so no money can have been taken. */
  hasNone: boolean
  /** Ids of orders that may have been paid and about which the provider did not answer. */
  unchecked: number[]
  /** A refund for this batch is due. */
  refundDue: boolean
}

export interface PreviousOrder {
  id: number
  key_id: string
  provider_order_id: string
  may_be_paid: boolean
}

// A payment completes at most six days after the last checkout; the reconciler stops then too.
const previousOrders = statement<PreviousOrder>(
  'previous_orders',
  `select o.id, o.key_id, o.provider_order_id,
     o.status <> 'paid' and (o.status <> 'expired' or coalesce(o.started_at, o.hold_until) > app_now() - interval '6 days'
       or exists (select 1 from payments p where p.order_id = o.id and p.status = 'authorized')) as may_be_paid
   from payment_orders o
   where o.user_id = $1 and o.batch_id = $2 and o.purpose = 'purchase' and o.provider_order_id is not null
   order by o.id desc`,
)
const undecidedMoney = statement<{ disposition: Disposition }>(
  'undecided_money',
  `select distinct p.disposition from payments p join payment_orders o on o.id = p.order_id
   where o.user_id = $1 and o.batch_id = $2 and o.purpose = 'purchase'
     and (p.disposition in ('review', 'refund_due') or (p.status = 'authorized' and o.status <> 'paid'))`,
)

/**
 * Settles a student's earlier orders for a batch before a new payment starts, also when the batch is closed. A first
 * start costs one query and no provider call.
 * @throws HttpError 409 when a payment enrolled, is being confirmed or reviewed, or was just found to need a refund
 */
export async function settlePreviousOrders(
  deps: Deps,
  student: Student,
  batchId: number,
  deadline: AbortSignal,
): Promise<PreviousOrders> {
  const orders = await rows(deps.db, previousOrders, [student.id, batchId])
  if (orders.length === 0) return { hasNone: true, unchecked: [], refundDue: false }
  if (await hasActiveEnrolment(deps.db, student.id, batchId)) throw alreadyEnrolled()
  const unchecked: number[] = []
  const found = new Set<Disposition>()
  for (const order of orders.filter(({ may_be_paid }) => may_be_paid)) {
    try {
      for (const disposition of await settleOrder(deps, order, deadline)) found.add(disposition)
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      deps.log.warn({ err: error, order: order.id }, 'the provider did not answer about an earlier order')
      unchecked.push(order.id)
    }
  }
  const undecided = new Set((await rows(deps.db, undecidedMoney, [student.id, batchId])).map((money) => money.disposition))
  if (found.has('enrolled')) throw alreadyEnrolled()
  if (undecided.has('review')) throw paidAlready('review')
  if (undecided.has('pending')) throw paidAlready('pending')
  // Reported once, when it is found; afterwards the student may pay again.
  if (found.has('refund_due')) throw paidAlready('refund_due')
  if (found.has('refunded')) throw paidAlready('refunded')
  return { hasNone: false, unchecked, refundDue: undecided.has('refund_due') }
}

/** Settles what the provider knows of an order. @throws GatewayError */
export async function settleOrder(deps: Deps, order: PreviousOrder, deadline: AbortSignal): Promise<Disposition[]> {
  const dispositions: Disposition[] = []
  for (const reported of await deps.gateway.listPaymentsOfOrder(order.key_id, order.provider_order_id, deadline)) {
    dispositions.push(await settlePayment(deps, order.id, reported))
  }
  return dispositions
}

/** The error's code is the payment status that the page shows. */
export const paidAlready = (disposition: Exclude<Disposition, 'enrolled'>) =>
  conflict(disposition === 'pending' ? 'confirming' : disposition, messageFor(disposition))
