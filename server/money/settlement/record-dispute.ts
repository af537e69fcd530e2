import { one, row, statement, transaction } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { lockPaymentByProviderId } from '#server/money/payments/locks.ts'
import type { GatewayDispute } from '#server/money/provider/gateway.ts'

/** An older event never reopens a dispute, and a verdict outranks `closed`. */
const rank: Record<GatewayDispute['status'], number> = {
  open: 0,
  under_review: 1,
  action_required: 1,
  closed: 2,
  won: 3,
  lost: 3,
}

interface StoredDispute {
  id: number
  status: GatewayDispute['status']
  reported_at: Date
}

const knownDispute = statement<StoredDispute>(
  'known_dispute',
  `select id, status, reported_at from disputes where provider_dispute_id = $1`,
)
const insertDispute = statement<{ id: number }>(
  'insert_dispute',
  `insert into disputes (provider_dispute_id, payment_id, amount_paise, amount_deducted_paise, status, phase, reason_code,
     respond_by, reported_at, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, coalesce($9, app_now()), app_now(), app_now()) returning id`,
)
const advanceDispute = statement<{ id: number }>(
  'advance_dispute',
  `update disputes set amount_paise = $2, amount_deducted_paise = greatest(amount_deducted_paise, $3), status = $4,
     phase = coalesce($5, phase), reason_code = coalesce($6, reason_code), respond_by = coalesce($7, respond_by),
     reported_at = coalesce($8, app_now()), updated_at = app_now()
   where id = $1 returning id`,
)

/**
 * Records a dispute as the provider reports it, forward only, and logs an alert. The enrolment stays until a person ends it.
 * @returns false when the payment is unknown
 */
export async function recordDispute(deps: Deps, reported: GatewayDispute, at: Date | null): Promise<boolean> {
  const isNew = await transaction(deps.db, async (tx) => {
    const payment = await lockPaymentByProviderId(tx, reported.paymentId)
    if (!payment) return undefined
    const facts = [reported.phase, reported.reasonCode, reported.respondBy, at]
    const stored = await row(tx, knownDispute, [reported.id])
    if (!stored) {
      await one(tx, insertDispute, [reported.id, payment.id, reported.amount, reported.amountDeducted, reported.status, ...facts])
      return true
    }
    const [before, now] = [rank[stored.status], rank[reported.status]]
    if (now < before || (now === before && at !== null && at < stored.reported_at)) return false
    await one(tx, advanceDispute, [stored.id, reported.amount, reported.amountDeducted, reported.status, ...facts])
    return stored.status !== reported.status
  })
  if (isNew === undefined) return false
  if (isNew) {
    const { id: dispute, paymentId: payment, status, amount, amountDeducted, respondBy } = reported
    deps.log.error(
      { dispute, payment, status, amount, amountDeducted, respondBy },
      'a payment is disputed, for a person to answer',
    )
  }
  return true
}
