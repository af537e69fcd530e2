import { payOrder } from '#dev/razorpay/pay-order.ts'
import { findOrder } from '#dev/razorpay/records.ts'
import { signedTriple } from '#dev/razorpay/sign.ts'
import { startInstalment, startRest } from '#server/money/checkout/start-instalment.ts'
import { verifyPayment } from '#server/money/checkout/verify-payment.ts'
import { savePaymentChoice } from '#server/money/choice/save-choice.ts'
import { listInstalments } from '#server/money/instalments/list-instalments.ts'
import { row, statement } from '#server/platform/db/query.ts'
import { after, dayMs, type Happening, type Past, type PlannedEnrolment, studentOf } from './past.ts'
import { sellOnline, upiAddress } from './sell-online.ts'

const planOfBatch = statement<{ id: number }>(
  'plan_of_batch',
  `select p.id from payment_plans p join batches b on b.course_id = p.course_id where b.id = $1 and p.state = 'active' order by p.id limit 1`,
)

/** Whether a student pays in parts, where the course has a plan: one of the dearest has. */
export const paysInParts = ({ chance, amount_paise: amount }: PlannedEnrolment) =>
  chance >= 5 && chance < 15 && amount >= 4_500_000

/** A student pays the first part, and then each on its day, a few days late, or the rest at once. A few of the last weeks have not paid yet. */
export function payInParts(past: Past, one: PlannedEnrolment): Happening[] {
  const [isLate, paysRest] = [one.chance === 6, one.chance === 7]
  const waits = one.chance >= 8 && past.now.getTime() - one.at.getTime() < 70 * dayMs
  const buys = { at: one.at, happen: () => buyFirstPart(past, one) }
  if (waits) return [buys]
  if (paysRest) return [buys, { at: after(one.at, 20), happen: () => payPart(past, one, true) }]
  return [
    buys,
    { at: after(one.at, isLate ? 34 : 29.6), happen: () => payPart(past, one, false) },
    { at: after(one.at, 59.7), happen: () => payPart(past, one, false) },
  ]
}

async function buyFirstPart(past: Past, one: PlannedEnrolment): Promise<void> {
  const plan = await row(past.deps.db, planOfBatch, [one.batch_id])
  if (plan) {
    const body = { batch_id: one.batch_id, plan: plan.id, coupon: null }
    await savePaymentChoice(past.deps, studentOf(one), { body, ip: '10.0.0.1' })
  }
  await sellOnline(past, one)
}

/** Pays the next part, or all that is left. A place that has ended owes nothing. */
async function payPart(past: Past, one: PlannedEnrolment, isRest: boolean): Promise<void> {
  const { deps, sandbox } = past
  const student = studentOf(one)
  const next = (await listInstalments(deps, student)).items.find((part) => part.batch_id === one.batch_id && part.can_pay)
  if (!next) return
  const started = isRest
    ? await startRest(deps, student, { params: { batch_id: one.batch_id } })
    : await startInstalment(deps, student, { params: { id: next.id } })
  const means = { method: 'upi', vpa: upiAddress(one.full_name), email: one.email } as const
  const { payment } = payOrder(sandbox, findOrder(sandbox.store, started.order_id), means, { is: 'captured' }, false)
  const body = signedTriple(started.order_id, payment.id, sandbox.keySecret)
  await verifyPayment(deps, student, { params: { batch_id: one.batch_id }, body })
}
