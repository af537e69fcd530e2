import type { Student } from '../../auth/principal.ts'
import { rows, statement } from '../../db/query.ts'
import type { Deps } from '../../deps.ts'
import { hasActiveEnrolment } from '../../enrolment/enrol.ts'
import { conflict } from '../../errors.ts'
import { alreadyEnrolled } from './reserve-order.ts'
import { GatewayError } from '../provider/gateway.ts'
import { wordsFor } from '../settlement/payment-outcome.ts'
import type { Disposition } from '../disposition.ts'
import { settlePayment } from '../settlement/settle-payment.ts'

/** What an earlier try leaves a new one to know. */
export interface PreviousOrders {
  /** No order ever reached a checkout, so that no money can have been taken. */
  untouched: boolean
  /** Orders that may have been paid and that the provider could not be asked about. */
  unsure: number[]
  /** Money for this batch is on its way back. */
  owed: boolean
}

interface PreviousOrder {
  id: number
  key_id: string
  provider_order_id: string
  may_be_paid: boolean
}

// Late money comes within six days of the last checkout; the reconciler, too, has given up an expired order by then.
const previousOrders = statement<PreviousOrder>(
  'previous_orders',
  `select o.id, o.key_id, o.provider_order_id,
     o.status <> 'paid' and (o.status <> 'expired' or coalesce(o.started_at, o.hold_until) > app_now() - interval '6 days'
       or exists (select 1 from payments p where p.order_id = o.id and p.status = 'authorized')) as may_be_paid
   from payment_orders o
   where o.user_id = $1 and o.batch_id = $2 and o.provider_order_id is not null
   order by o.id desc`,
)
const undecidedMoney = statement<{ disposition: Disposition }>(
  'undecided_money',
  `select distinct p.disposition from payments p join payment_orders o on o.id = p.order_id
   where o.user_id = $1 and o.batch_id = $2
     and (p.disposition in ('review', 'refund_due') or (p.status = 'authorized' and o.status <> 'paid'))`,
)

/**
 * Before anybody is asked for money, or told that there is no place: what this student has paid for this batch
 * already, known here or only at the provider. A first start costs one look and no call.
 * @throws HttpError 409 when a payment enrols, is being confirmed or looked at, or has just been found to go back
 */
export async function settlePreviousOrders(deps: Deps, student: Student, batchId: number, until: AbortSignal): Promise<PreviousOrders> {
  const orders = await rows(deps.db, previousOrders, [student.id, batchId])
  if (orders.length === 0) return { untouched: true, unsure: [], owed: false }
  if (await hasActiveEnrolment(deps.db, student.id, batchId)) throw alreadyEnrolled()
  const unsure: number[] = []
  const found = new Set<Disposition>()
  for (const order of orders.filter(({ may_be_paid }) => may_be_paid)) {
    try {
      for (const disposition of await settleOrder(deps, order, until)) found.add(disposition)
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      deps.log.warn({ err: error, order: order.id }, 'the provider could not be asked about an earlier order')
      unsure.push(order.id)
    }
  }
  const undecided = new Set((await rows(deps.db, undecidedMoney, [student.id, batchId])).map((money) => money.disposition))
  if (found.has('enrolled')) throw alreadyEnrolled()
  if (undecided.has('review')) throw paidAlready('review')
  if (undecided.has('pending')) throw paidAlready('pending')
  // Said once, when it is news; afterwards the student may pay for the place anew.
  if (found.has('refund_due')) throw paidAlready('refund_due')
  if (found.has('refunded')) throw paidAlready('refunded')
  return { untouched: false, unsure, owed: undecided.has('refund_due') }
}

async function settleOrder(deps: Deps, order: PreviousOrder, until: AbortSignal): Promise<Disposition[]> {
  const dispositions: Disposition[] = []
  for (const reported of await deps.gateway.listPaymentsOfOrder(order.key_id, order.provider_order_id, until)) {
    dispositions.push(await settlePayment(deps, order.id, reported))
  }
  return dispositions
}

/** The code is the status that the page would read of this payment. */
export const paidAlready = (disposition: Exclude<Disposition, 'enrolled'>) =>
  conflict(disposition === 'pending' ? 'confirming' : disposition, wordsFor(disposition))
