import { one, type Queryable, row, rows, statement, transaction } from '../../db/query.ts'
import type { Deps } from '../../deps.ts'
import { endEnrolmentOf } from '../../enrolment/enrol.ts'
import { lockBatch } from '../../enrolment/seats.ts'
import { conflict, invalid, notFound } from '../../errors.ts'
import { rupeesOf } from '../../format.ts'

interface Refundable {
  batch_id: number
  order_id: number
  amount_paise: number
  /** Taken, and not sent back: a refund that failed leaves it so, although the provider called it refunded meanwhile. */
  is_ours: boolean
  committed_paise: number
}

const enrolmentOfPayment = statement<{ batch_id: number; order_id: number }>(
  'enrolment_of_payment',
  `select o.batch_id, o.id as order_id from payments p join payment_orders o on o.id = p.order_id where p.id = $1`,
)
const lockOrderToRefund = statement('lock_order_to_refund', `select 1 from payment_orders where id = $1 for no key update`)
const lockPaymentToRefund = statement('lock_payment_to_refund', `select 1 from payments where id = $1 for no key update`)
const refundableAmount = statement<Refundable>(
  'refundable_amount',
  `select o.batch_id, o.id as order_id, p.amount_paise, p.status in ('captured', 'refunded') and p.disposition <> 'refunded' as is_ours,
     (select coalesce(sum(r.amount_paise), 0)::bigint from refunds r where r.payment_id = p.id and r.status <> 'failed')
       as committed_paise
   from payments p join payment_orders o on o.id = p.order_id where p.id = $1`,
)
const insertStaffRefund = statement<{ id: number }>(
  'insert_staff_refund',
  `insert into refunds (payment_id, amount_paise, idempotency_key, status, reason, actor, ends_access, created_at)
   values ($1, $2, $3, 'queued', $4, $5, $6, app_now()) returning id`,
)
const markRefundDue = statement('mark_refund_due', `update payments set disposition = 'refund_due' where id = $1`)

/** What an operator's verbs reach: the running server reaches the provider. */
export type OperatorDeps = Pick<Deps, 'db' | 'jobs' | 'random'>

export interface RefundRequest {
  /** Our id of the payment. */
  paymentId: number
  /** Null for all that is left. */
  amountPaise: number | null
  reason: string
  /** Who asks for it. */
  actor: string
  /** A refund of the whole ends access unless this says otherwise. */
  keepsAccess: boolean
}

export interface QueuedRefund {
  refundId: number
  amountPaise: number
  endsAccess: boolean
}

/**
 * A member of staff sends money back. Access ends at once where it ends; the money follows through the queue.
 * @throws HttpError 404 unknown payment, 400 for an amount that is not left, 409 when nothing is left or captured
 */
export async function requestRefund(deps: OperatorDeps, request: RefundRequest): Promise<QueuedRefund> {
  return transaction(deps.db, (tx) => queueRefund(deps, tx, request))
}

/** The same within the caller's transaction, which has locked nothing yet that comes after a batch. */
export async function queueRefund(deps: OperatorDeps, tx: Queryable, request: RefundRequest): Promise<QueuedRefund> {
  if (request.reason.trim() === '') throw invalid('A refund needs a reason.', { reason: ['A refund needs a reason.'] })
  const where = await row(tx, enrolmentOfPayment, [request.paymentId])
  if (!where) throw notFound('There is no such payment.')
  await lockBatch(tx, where.batch_id)
  await rows(tx, lockOrderToRefund, [where.order_id])
  await rows(tx, lockPaymentToRefund, [request.paymentId])
  const payment = await one(tx, refundableAmount, [request.paymentId])
  const left = payment.amount_paise - payment.committed_paise
  if (!payment.is_ours || left <= 0) throw conflict('nothing_to_refund', 'Nothing of this payment is left to refund.')
  const amountPaise = request.amountPaise ?? left
  if (!Number.isInteger(amountPaise) || amountPaise < 100 || amountPaise > left) {
    throw invalid(`Between ₹1 and ${rupeesOf(left)} of this payment can be refunded.`)
  }
  const isWhole = amountPaise === left
  const endsAccess = isWhole && !request.keepsAccess
  const { id: refundId } = await one(tx, insertStaffRefund, [
    request.paymentId,
    amountPaise,
    `staff-${deps.random.uuid()}`,
    request.reason.trim(),
    request.actor,
    endsAccess,
  ])
  if (isWhole) await rows(tx, markRefundDue, [request.paymentId])
  if (endsAccess) await endEnrolmentOf(tx, request.paymentId)
  await deps.jobs.send(tx, 'send-refund', { id: refundId })
  return { refundId, amountPaise, endsAccess }
}
