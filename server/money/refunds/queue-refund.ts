import { transactionAs } from '#server/platform/audit/staff-transaction.ts'
import { actorOf, type Operator, type Staff } from '#server/platform/auth/principal.ts'
import { one, type Queryable, row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, invalid, notFound } from '#server/platform/errors/errors.ts'
import { rupeesOf } from '#server/platform/text/format.ts'
import { balanceOf } from '#server/money/payments/balances.ts'
import { lockBatches } from '#server/enrolment/places/seats.ts'
import { endPlaceOf, type PaymentOfPlace, readPaymentsOfPlace } from '#server/money/instalments/payments-of-place.ts'
import { leastPaise } from '#contract/money/price.ts'
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
  /** Of how many payments it is. */
  payments: number
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

/**
 * Like `requestRefund`, within the caller's transaction, which must not hold locks that come after a batch. What a place was paid with
 * in parts goes back as one: the last payment first.
 * @returns the first refund, with the whole amount
 */
export async function queueRefund(
  deps: OperatorDeps,
  tx: Queryable,
  principal: Decider,
  request: RefundRequest,
): Promise<QueuedRefund> {
  if (request.reason.trim() === '') throw invalid('A refund needs a reason.', { reason: ['A refund needs a reason.'] })
  const payments = await lockPayments(tx, request)
  await assertCompared(tx)
  const left = payments.reduce((sum, payment) => sum + payment.refundable_paise, 0)
  if (left === 0) throw conflict('nothing_to_refund', 'Nothing of this payment is left to refund.')
  const amountPaise = request.amountPaise ?? left
  if (!Number.isInteger(amountPaise) || amountPaise < leastPaise || amountPaise > left) {
    throw invalid(`Between ₹1 and ${rupeesOf(left)} of this payment can be refunded.`)
  }
  const isWhole = amountPaise === left
  const endsAccess = isWhole && !request.keepsAccess
  const shares = sharesOf(payments, amountPaise)
  const refundIds: number[] = []
  for (const share of shares) refundIds.push(await queueShare(deps, tx, principal, { ...request, ...share, endsAccess }))
  if (endsAccess) await endPlaceOf(tx, request.paymentId)
  return { refundId: refundIds[0] ?? 0, amountPaise, endsAccess, payments: refundIds.length }
}

type Refundable = Pick<PaymentOfPlace, 'payment_id' | 'refundable_paise'>

/** Locks the payments of the place that a payment is for, in the order of the locks. @throws HttpError 404 */
async function lockPayments(tx: Queryable, { paymentId, retryOf }: RefundRequest): Promise<Refundable[]> {
  // What failed is repeated for the same payment.
  const found = retryOf === undefined ? await readPaymentsOfPlace(tx, paymentId) : []
  await lockBatches(tx, [...new Set(found.map(({ batch_id }) => batch_id))])
  const ids = found.length > 0 ? found.map(({ payment_id }) => payment_id).toSorted((a, b) => a - b) : [paymentId]
  for (const id of ids) if (!(await lockSale(tx, id))) throw notFound('There is no such payment.')
  // What was committed before the locks is seen by the statement after them.
  if (found.length > 0) return readPaymentsOfPlace(tx, paymentId)
  const { refundable_paise } = await balanceOf(tx, paymentId)
  return [{ payment_id: paymentId, refundable_paise }]
}

/** Splits an amount over payments in their order. The provider sends back no less than a rupee. */
function sharesOf(
  payments: readonly Refundable[],
  amountPaise: number,
): { paymentId: number; amountPaise: number; isWhole: boolean }[] {
  let left = amountPaise
  return payments.flatMap(({ payment_id: paymentId, refundable_paise: refundable }) => {
    const most = Math.min(left, refundable)
    const rest = left - most
    const share = rest > 0 && rest < leastPaise ? most - (leastPaise - rest) : most
    left -= share
    return share > 0 ? [{ paymentId, amountPaise: share, isWhole: share === refundable }] : []
  })
}

async function queueShare(
  deps: OperatorDeps,
  tx: Queryable,
  principal: Decider,
  share: RefundRequest & { amountPaise: number; isWhole: boolean; endsAccess: boolean },
): Promise<number> {
  if (await row(tx, openDisputeOfPayment, [share.paymentId])) {
    throw conflict(
      'disputed',
      'The bank disputes this payment and holds its money. It can be refunded when the dispute is decided.',
    )
  }
  const { id } = await one(tx, insertStaffRefund, [
    share.paymentId,
    share.amountPaise,
    `staff-${deps.random.uuid()}`,
    share.reason.trim(),
    ...actorOf(principal),
    share.endsAccess,
    share.retryOf ?? null,
  ])
  if (share.isWhole) await rows(tx, markRefundDue, [share.paymentId])
  await deps.jobs.send(tx, sendRefundJob, { id })
  return id
}
