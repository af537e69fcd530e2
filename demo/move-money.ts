import { approveAct } from '#server/money/approvals/decide-approval.ts'
import { refundPayment } from '#server/money/approvals/money-acts.ts'
import { recordRefund } from '#server/money/refunds/record-refund.ts'
import { sendRefund } from '#server/money/refunds/send-refund.ts'
import { createRequest } from '#server/money/requests/create-request.ts'
import { declineRequest } from '#server/money/requests/decide-request.ts'
import { recordDispute } from '#server/money/settlement/record-dispute.ts'
import { system } from '#server/platform/auth/principal.ts'
import { one, statement } from '#server/platform/db/query.ts'
import { type Past, type PlannedEnrolment, studentOf } from './past.ts'
import { keyOf } from './sell-at-desk.ts'

/** The place of a student in a batch, and its payment. */
const paidPlace = statement<{ enrolment_id: number; payment_id: number; provider_payment_id: string; amount_paise: number }>(
  'paid_place',
  `select e.id as enrolment_id, p.id as payment_id, p.provider_payment_id, p.amount_paise
   from enrolments e join payments p on p.id = e.payment_id where e.user_id = $1 and e.batch_id = $2`,
)
const providerRefund = statement<{ provider_refund_id: string; key_id: string }>(
  'provider_refund',
  `select r.provider_refund_id, o.key_id from refunds r join payments p on p.id = r.payment_id join payment_orders o on o.id = p.order_id
   where r.id = $1`,
)

const placeOf = ({ deps }: Past, { user_id, batch_id }: PlannedEnrolment) => one(deps.db, paidPlace, [user_id, batch_id])

/** Staff give money back. Above the limit of one person the owner approves, unless it waits. */
export async function giveBack(
  past: Past,
  enrolment: PlannedEnrolment,
  given: { share: number; reason: string; request?: number; waits?: boolean },
): Promise<void> {
  const { deps, staff } = past
  const place = await placeOf(past, enrolment)
  const isWhole = given.share === 1
  const asked = await refundPayment(deps, staff.finance, {
    id: place.payment_id,
    body: {
      key: keyOf(`refund/${enrolment.email}/${enrolment.batch_id}/${given.share}`),
      amount_paise: isWhole ? null : Math.round((place.amount_paise * given.share) / 100) * 100,
      reason: given.reason,
      keeps_access: !isWhole,
      request_id: given.request ?? null,
      paid_back: null,
    },
  })
  if (given.waits) return
  const decided =
    asked.state === 'waiting' ? await approveAct(deps, staff.owner, { id: asked.id, versions: [asked.version] }) : asked
  if (decided.refund_id === null) throw new Error('the refund has no id')
  await sendRefund(deps, system, { id: decided.refund_id })
  const { provider_refund_id: id, key_id: keyId } = await one(deps.db, providerRefund, [decided.refund_id])
  await recordRefund(deps, await deps.gateway.fetchRefund(keyId, id))
}

/** A student asks to cancel. @returns the id of the request */
export async function askToCancel(past: Past, enrolment: PlannedEnrolment, reason: string): Promise<number> {
  const { enrolment_id } = await placeOf(past, enrolment)
  return (await createRequest(past.deps, studentOf(enrolment), { body: { kind: 'refund', enrolment_id, reason } })).id
}

export async function decline({ deps, staff }: Past, requestId: number, reason: string): Promise<void> {
  await declineRequest(deps, staff.finance, { requestId, reason })
}

/** A bank takes a payment back until the school has answered. */
export async function dispute(
  past: Past,
  enrolment: PlannedEnrolment,
  given: { id: string; status: 'open' | 'won'; respondBy: Date; at: Date },
): Promise<void> {
  const { provider_payment_id: paymentId, amount_paise: amount } = await placeOf(past, enrolment)
  await recordDispute(
    past.deps,
    {
      id: given.id,
      paymentId,
      amount,
      amountDeducted: 0,
      status: given.status,
      phase: 'chargeback',
      reasonCode: 'goods_or_services_not_received',
      respondBy: given.respondBy,
    },
    given.at,
  )
}
