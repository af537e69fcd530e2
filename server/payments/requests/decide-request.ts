import { type Queryable, row, statement, transaction } from '../../db/query.ts'
import { conflict, invalid, notFound } from '../../errors.ts'
import { rupeesOf } from '../../format.ts'
import { type FoundRequest, findRequest } from './find-request.ts'
import { type OperatorDeps, type QueuedRefund, queueRefund } from '../refunds/request-refund.ts'
import { notifyStudent } from './notify-request.ts'
import { transferEnrolment } from './transfer-enrolment.ts'

const closeRequest = statement(
  'close_request',
  `update purchase_requests set status = $2, decided_at = app_now(), decided_by = $3, answer = $4, refund_id = $5
   where id = $1 and status = 'open' returning 1`,
)

interface Approval {
  requestId: number
  /** Who decides. */
  actor: string
  /** Of a refund: the place stays although the money goes back. */
  keepsAccess: boolean
}

const decided = () => conflict('request_decided', 'This request has been decided already.')

/**
 * Does what was asked for and closes the request, in one transaction: the money is queued to go back, or the place moves.
 * @returns what happened, in words for whoever decided
 * @throws HttpError 404 unknown, 409 decided already or no longer possible; then the request stays open
 */
export async function approveRequest(deps: OperatorDeps, approval: Approval): Promise<string> {
  return transaction(deps.db, async (tx) => {
    const request = await mustFind(tx, approval.requestId)
    const done = request.request_kind === 'refund' ? await refund(deps, tx, request, approval) : await transfer(tx, request)
    const refundId = done.refund?.refundId ?? null
    if (!(await row(tx, closeRequest, [approval.requestId, 'approved', approval.actor, null, refundId]))) throw decided()
    await notifyStudent(deps, tx, request, { state: 'approved', ...(done.refund ? { refund: done.refund } : {}) })
    return done.said
  })
}

/** @throws HttpError 400 without a reason, 404 unknown, 409 decided already */
export async function declineRequest(
  deps: OperatorDeps,
  refusal: { requestId: number; actor: string; reason: string },
): Promise<void> {
  const reason = refusal.reason.trim()
  if (reason === '') throw invalid('A refusal needs a reason; the student reads it.', { reason: ['A refusal needs a reason.'] })
  await transaction(deps.db, async (tx) => {
    const request = await mustFind(tx, refusal.requestId)
    if (!(await row(tx, closeRequest, [refusal.requestId, 'declined', refusal.actor, reason, null]))) throw decided()
    await notifyStudent(deps, tx, request, { state: 'declined', answer: reason })
  })
}

async function mustFind(tx: Queryable, requestId: number): Promise<FoundRequest> {
  const request = await findRequest(tx, requestId)
  if (!request) throw notFound('There is no such request.')
  if (request.request_status !== 'open') throw decided()
  return request
}

interface Done {
  said: string
  refund?: QueuedRefund
}

async function refund(deps: OperatorDeps, tx: Queryable, request: FoundRequest, approval: Approval): Promise<Done> {
  const queued = await queueRefund(deps, tx, {
    paymentId: request.payment_id,
    amountPaise: null,
    reason: `request ${request.request_id}: ${request.request_reason}`.slice(0, 500),
    actor: approval.actor,
    keepsAccess: approval.keepsAccess,
  })
  const said = `Refund ${queued.refundId} of ${rupeesOf(queued.amountPaise)} is queued; the running server sends it.`
  return { said, refund: queued }
}

async function transfer(tx: Queryable, request: FoundRequest): Promise<Done> {
  if (request.to_batch_id === null) throw new Error(`request ${request.request_id} names no batch`)
  await transferEnrolment(tx, {
    enrolmentId: request.enrolment_id,
    fromBatchId: request.batch_id,
    toBatchId: request.to_batch_id,
    orderId: request.order_id,
    paymentId: request.payment_id,
    userId: request.user_id,
  })
  return { said: `The place has moved to batch ${request.to_batch_id}. No money moves: it is the same course.` }
}
