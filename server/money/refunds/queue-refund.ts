import { transactionAs } from '#server/platform/audit/staff-transaction.ts'
import { actorOf, type Operator, type Staff } from '#server/platform/auth/principal.ts'
import { one, type Queryable, row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { endEnrolmentOf } from '#server/enrolment/places/enrol.ts'
import { conflict, invalid, notFound } from '#server/platform/errors/errors.ts'
import { rupeesOf } from '#server/platform/text/format.ts'
import { balanceOf } from '#server/money/payments/balances.ts'
import { lockSale } from '#server/money/payments/locks.ts'
import { assertCompared } from '#server/money/payments/uncompared-restore.ts'
import { sendRefundJob } from './jobs.ts'

const insertStaffRefund = statement<{ id: number }>(
  'insert_staff_refund',
  `insert into refunds (payment_id, amount_paise, idempotency_key, status, reason, actor_kind, actor_id, ends_access, retry_of,
     created_at)
   values ($1, $2, $3, 'queued', $4, $5, $6, $7, $8, app_now()) returning id`,
)
const openDisputeOfPayment = statement(
  'open_dispute_of_payment',
  `select 1 from disputes where payment_id = $1 and status in ('open', 'under_review', 'action_required') limit 1`,
)
const markRefundDue = statement('mark_refund_due', `update payments set disposition = 'refund_due' where id = $1`)

/** A principal that can decide about a student's money. */
export type Decider = Staff | Operator

/** Dependencies of the operator's verbs. They have no gateway, since the running server calls the provider. */
export type OperatorDeps = Pick<Deps, 'db' | 'jobs' | 'random'>

export interface RefundRequest {
  /** Our id of the payment. */
  paymentId: number
  /** Null for everything that is refundable. */
  amountPaise: number | null
  reason: string
  /** A full refund ends access unless this is true. */
  keepsAccess: boolean
  /** The failed refund that this one repeats. */
  retryOf?: number
}

export interface QueuedRefund {
  refundId: number
  amountPaise: number
  endsAccess: boolean
}

/**
 * Queues a refund that staff decided. Access ends at once; a job sends the money. That of an offline payment waits until a
 * person has paid it back.
 * @throws HttpError 404 unknown payment, 400 for an amount that is not refundable, 409 when nothing is refundable or the bank
 * disputes the payment, 503 until a restored database is compared with the provider
 */
export async function requestRefund(deps: OperatorDeps, principal: Decider, request: RefundRequest): Promise<QueuedRefund> {
  return transactionAs(deps, principal, (tx) => queueRefund(deps, tx, principal, request))
}

/** Like `requestRefund`, within the caller's transaction, which must not hold locks that come after a batch. */
export async function queueRefund(
  deps: OperatorDeps,
  tx: Queryable,
  principal: Decider,
  request: RefundRequest,
): Promise<QueuedRefund> {
  if (request.reason.trim() === '') throw invalid('A refund needs a reason.', { reason: ['A refund needs a reason.'] })
  const sale = await lockSale(tx, request.paymentId)
  if (!sale) throw notFound('There is no such payment.')
  await assertCompared(tx)
  if (await row(tx, openDisputeOfPayment, [request.paymentId])) {
    throw conflict(
      'disputed',
      'The bank disputes this payment and holds its money. It can be refunded when the dispute is decided.',
    )
  }
  const { refundable_paise: left } = await balanceOf(tx, request.paymentId)
  if (left === 0) throw conflict('nothing_to_refund', 'Nothing of this payment is left to refund.')
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
    ...actorOf(principal),
    endsAccess,
    request.retryOf ?? null,
  ])
  if (isWhole) await rows(tx, markRefundDue, [request.paymentId])
  if (endsAccess) await endEnrolmentOf(tx, request.paymentId)
  await deps.jobs.send(tx, sendRefundJob, { id: refundId })
  return { refundId, amountPaise, endsAccess }
}
