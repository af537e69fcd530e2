import { one, row, statement, transaction } from '../../db/query.ts'
import type { Deps } from '../../deps.ts'
import { lockPaymentByProviderId } from '../locks.ts'
import type { GatewayDispute } from '../provider/gateway.ts'

/** What is over is not open again, whenever an older event arrives; a verdict says more than that it is closed. */
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
  told_at: Date
}

const knownDispute = statement<StoredDispute>('known_dispute', `select id, status, told_at from disputes where provider_dispute_id = $1`)
const insertDispute = statement<{ id: number }>(
  'insert_dispute',
  `insert into disputes (provider_dispute_id, payment_id, amount_paise, amount_deducted_paise, status, phase, reason_code,
     respond_by, told_at, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, coalesce($9, app_now()), app_now(), app_now()) returning id`,
)
const advanceDispute = statement<{ id: number }>(
  'advance_dispute',
  `update disputes set amount_paise = $2, amount_deducted_paise = greatest(amount_deducted_paise, $3), status = $4,
     phase = coalesce($5, phase), reason_code = coalesce($6, reason_code), respond_by = coalesce($7, respond_by),
     told_at = coalesce($8, app_now()), updated_at = app_now()
   where id = $1 returning id`,
)

/**
 * Keeps what the provider says of a dispute, forward only, and alerts. The place stays: whether it ends is for a person.
 * @returns false when the payment is not known here
 */
export async function recordDispute(deps: Deps, reported: GatewayDispute, at: Date | null): Promise<boolean> {
  const news = await transaction(deps.db, async (tx) => {
    const payment = await lockPaymentByProviderId(tx, reported.paymentId)
    if (!payment) return undefined
    const facts = [reported.phase, reported.reasonCode, reported.respondBy, at]
    const kept = await row(tx, knownDispute, [reported.id])
    if (!kept) {
      await one(tx, insertDispute, [reported.id, payment.id, reported.amount, reported.amountDeducted, reported.status, ...facts])
      return true
    }
    const [before, now] = [rank[kept.status], rank[reported.status]]
    if (now < before || (now === before && at !== null && at < kept.told_at)) return false
    await one(tx, advanceDispute, [kept.id, reported.amount, reported.amountDeducted, reported.status, ...facts])
    return kept.status !== reported.status
  })
  if (news === undefined) return false
  if (news) {
    const { id: dispute, paymentId: payment, status, amount, amountDeducted, respondBy } = reported
    deps.log.error({ dispute, payment, status, amount, amountDeducted, respondBy }, 'a payment is disputed, for a person to answer')
  }
  return true
}
