import { z } from 'zod'
import { approvalKinds, type ApprovalKind } from '#contract/money/staff/approvals.ts'
import type { PaidBack } from '#contract/money/staff/refunds.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { one, type Queryable, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { enrolByHand } from '#server/enrolment/by-hand/enrol-by-hand.ts'
import { conflict, invalid } from '#server/platform/errors/errors.ts'
import { acceptOfflinePayment } from '#server/money/offline/settle-offline.ts'
import { activateLink } from '#server/money/links/activate-link.ts'
import { activate } from '#server/money/scholarships/grant-scholarship.ts'
import { waive } from '#server/money/instalments/instalment-records.ts'
import { payBack } from '#server/money/refunds/record-paid-back.ts'
import { queueRefund } from '#server/money/refunds/queue-refund.ts'
import { approveRefundRequest } from '#server/money/requests/decide-request.ts'

/** What a refund needs besides the columns of an approval. */
const refundPayload = z.object({
  keeps_access: z.boolean(),
  request_id: z.int().nullable(),
  /** What the person who asked was shown; missing before it is known. */
  ends_access: z.boolean().optional(),
})

/** An act of staff as it is stored, asked for or about to be done. */
export interface Act {
  kind: ApprovalKind
  /** Null for a payment link of an address without an account. */
  user_id: number | null
  batch_id: number
  amount_paise: number
  /** What the limit of one person counts: the list price where the desk gives a discount. */
  counted_paise: number
  payment_id: number | null
  offline_payment_id: number | null
  scholarship_id: number | null
  instalment_id: number | null
  payment_link_id: number | null
  reason: string | null
  payload: object
  /** How the refund of an offline payment was paid back, when it was. What waits was not paid back yet. */
  paid_back: PaidBack | null
  asked_by: number
}

export interface Done {
  refund_id: number | null
  enrolment_id: number | null
  ends_access: boolean
}

export type ActDeps = Pick<Deps, 'config' | 'db' | 'jobs' | 'log' | 'random'>

const providerOfPayment = statement<{ is_offline: boolean }>(
  'provider_of_payment',
  `select o.provider = 'offline' as is_offline from payments p join payment_orders o on o.id = p.order_id where p.id = $1`,
)
export const nothing: Done = { refund_id: null, enrolment_id: null, ends_access: false }

/**
 * Does an act with every check, within the caller's transaction. The caller holds the lock of the student or the address.
 * @throws HttpError when it can't be done
 */
export async function perform(deps: ActDeps, tx: Queryable, staff: Staff, act: Act): Promise<Done> {
  if (act.kind === 'offline_payment') {
    await acceptOfflinePayment(deps, tx, given(act.offline_payment_id))
    return nothing
  }
  if (act.kind === 'hand_enrolment') {
    const { batch_id: batchId, asked_by: staffId } = act
    return {
      ...nothing,
      enrolment_id: await enrolByHand(deps, tx, { userId: given(act.user_id), batchId, reason: given(act.reason), staffId }),
    }
  }
  if (act.kind === 'scholarship') {
    await activate(deps, tx, { id: given(act.scholarship_id), staffId: act.asked_by })
    return nothing
  }
  if (act.kind === 'waiver') {
    await waive(tx, { id: given(act.instalment_id), reason: given(act.reason) })
    return nothing
  }
  if (act.kind === 'payment_link') {
    await activateLink(deps, tx, given(act.payment_link_id))
    return nothing
  }
  return refund(deps, tx, staff, act)
}

async function refund(deps: ActDeps, tx: Queryable, staff: Staff, act: Act): Promise<Done> {
  const paymentId = given(act.payment_id)
  const payload = refundPayload.parse(act.payload)
  const { is_offline } = await one(tx, providerOfPayment, [paymentId])
  if (act.paid_back && !is_offline) {
    const message = 'The payment provider sends this refund.'
    throw invalid(message, { method: [message] })
  }
  const queued = await queueRefund(deps, tx, staff, {
    paymentId,
    amountPaise: act.amount_paise,
    reason: given(act.reason),
    keepsAccess: payload.keeps_access,
  })
  if (payload.ends_access !== undefined && payload.ends_access !== queued.endsAccess) {
    throw conflict('changed', 'Another refund of this payment has changed what this one means. Please ask again.')
  }
  if (payload.request_id !== null) {
    await approveRefundRequest(deps, tx, staff, { requestId: payload.request_id, paymentId, refund: queued })
  }
  if (act.paid_back && queued.payments > 1) {
    const message = 'The place was paid with more than one payment. Please refund first, and record each payment under Refunds.'
    throw conflict('several_payments', message, { method: [message] })
  }
  if (act.paid_back) await payBack(deps, tx, queued.refundId, act.paid_back)
  return { refund_id: queued.refundId, enrolment_id: null, ends_access: queued.endsAccess }
}

/** Money goes back after the decision. @throws HttpError 409 when it went back before */
export function assertCanWait(act: Act): void {
  if (!act.paid_back) return
  const message = 'A second person decides first. Please pay it back after that.'
  throw conflict('pay_back_later', message, { method: [message] })
}

function given<T>(value: T | null): T {
  if (value === null) throw new Error(`an act of ${approvalKinds.join(', ')} lacks what its kind has`)
  return value
}
