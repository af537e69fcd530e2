import { transactionAs } from '#server/platform/audit/staff-transaction.ts'
import { actorOf } from '#server/platform/auth/principal.ts'
import { type Queryable, row, statement } from '#server/platform/db/query.ts'
import { conflict, invalid, notFound } from '#server/platform/errors/errors.ts'
import { type FoundRequest, findRequest } from './find-request.ts'
import { type Decider, type OperatorDeps, type QueuedRefund, queueRefund } from '#server/money/refunds/queue-refund.ts'
import { notifyStudent } from './notify-request.ts'
import { transferEnrolment } from './transfer-enrolment.ts'

/** Decides an open request. Returns no row when it is decided already. */
export const closeRequest = statement(
  'close_request',
  `update purchase_requests set status = $2, decided_at = app_now(), decided_by_kind = $3, decided_by_id = $4,
     answer = $5, refund_id = $6
   where id = $1 and status = 'open' returning 1`,
)

interface Approval {
  requestId: number
  /** For a refund: the enrolment stays although the money is refunded. */
  keepsAccess: boolean
}

/** The result of an approval. */
export type Approved = { refund: QueuedRefund } | { toBatchId: number }

const decided = () => conflict('request_decided', 'This request has been decided already.')

/**
 * Approves a request and closes it in one transaction: queues the refund, or moves the enrolment.
 * @returns the queued refund, or the batch that the enrolment moved to
 * @throws HttpError 404 unknown, 409 decided already or no longer possible; the request then stays open
 */
export async function approveRequest(deps: OperatorDeps, principal: Decider, approval: Approval): Promise<Approved> {
  return transactionAs(deps, principal, async (tx) => {
    const request = await findOpenRequest(tx, approval.requestId)
    const done =
      request.request_kind === 'refund'
        ? await refund(deps, tx, principal, { request, keepsAccess: approval.keepsAccess })
        : await transfer(tx, request)
    const refundId = 'refund' in done ? done.refund.refundId : null
    if (!(await row(tx, closeRequest, [approval.requestId, 'approved', ...actorOf(principal), null, refundId]))) throw decided()
    await notifyStudent(deps, tx, request, { state: 'approved', ...('refund' in done ? { refund: done.refund } : {}) })
    return done
  })
}

/**
 * Approves a student's request for a refund that staff queue in the caller's transaction.
 * @throws HttpError 404 unknown, 409 decided already, or a request about something else
 */
export async function approveRefundRequest(
  deps: OperatorDeps,
  tx: Queryable,
  principal: Decider,
  approved: { requestId: number; paymentId: number; refund: QueuedRefund },
): Promise<void> {
  const { requestId, paymentId, refund } = approved
  const request = await findOpenRequest(tx, requestId)
  if (request.request_kind !== 'refund' || request.payment_id !== paymentId) {
    throw conflict('other_request', 'This request is about something else.')
  }
  if (!(await row(tx, closeRequest, [requestId, 'approved', ...actorOf(principal), null, refund.refundId]))) throw decided()
  await notifyStudent(deps, tx, request, { state: 'approved', refund })
}

/**
 * Declines a request and mails the reason to the student.
 * @throws HttpError 400 without a reason, 404 unknown, 409 decided already
 */
export async function declineRequest(
  deps: OperatorDeps,
  principal: Decider,
  refusal: { requestId: number; reason: string },
): Promise<void> {
  const reason = refusal.reason.trim()
  if (reason === '') throw invalid('A refusal needs a reason; the student reads it.', { reason: ['A refusal needs a reason.'] })
  await transactionAs(deps, principal, async (tx) => {
    const request = await findOpenRequest(tx, refusal.requestId)
    if (!(await row(tx, closeRequest, [refusal.requestId, 'declined', ...actorOf(principal), reason, null]))) throw decided()
    await notifyStudent(deps, tx, request, { state: 'declined', answer: reason })
  })
}

async function findOpenRequest(tx: Queryable, requestId: number): Promise<FoundRequest> {
  const request = await findRequest(tx, requestId)
  if (!request) throw notFound('There is no such request.')
  if (request.request_status !== 'open') throw decided()
  return request
}

async function refund(
  deps: OperatorDeps,
  tx: Queryable,
  principal: Decider,
  { request, keepsAccess }: { request: FoundRequest; keepsAccess: boolean },
): Promise<Approved> {
  const queued = await queueRefund(deps, tx, principal, {
    paymentId: request.payment_id,
    amountPaise: null,
    reason: `request ${request.request_id}: ${request.request_reason}`.slice(0, 500),
    keepsAccess,
  })
  return { refund: queued }
}

async function transfer(tx: Queryable, request: FoundRequest): Promise<Approved> {
  if (request.to_batch_id === null) throw new Error(`request ${request.request_id} names no batch`)
  await transferEnrolment(tx, {
    enrolmentId: request.enrolment_id,
    fromBatchId: request.batch_id,
    toBatchId: request.to_batch_id,
    payment: { id: request.payment_id, orderId: request.order_id },
    userId: request.user_id,
  })
  return { toBatchId: request.to_batch_id }
}
