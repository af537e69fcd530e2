import { createHash } from 'node:crypto'
import { payOrder } from '#dev/razorpay/pay-order.ts'
import { findOrder } from '#dev/razorpay/records.ts'
import { signedTriple } from '#dev/razorpay/sign.ts'
import { upiDeclined } from '#dev/razorpay/test-cards.ts'
import { startPayment } from '#server/money/checkout/start-payment.ts'
import { verifyPayment } from '#server/money/checkout/verify-payment.ts'
import { findOrder as findStoredOrder, settlePayment } from '#server/money/settlement/settle-payment.ts'
import { type Past, type PlannedEnrolment, studentOf } from './past.ts'

/** Starts a payment, as the button of a batch does, and returns the order's id at the provider. */
async function start({ deps }: Past, enrolment: PlannedEnrolment): Promise<string> {
  const params = { batch_id: enrolment.batch_id }
  return (await startPayment(deps, studentOf(enrolment), { params, ip: addressOfStudent(enrolment) })).order_id
}

/** Holds are limited per network, and nobody shares one here. */
function addressOfStudent({ email }: PlannedEnrolment): string {
  const [a = 0, b = 0, c = 0] = createHash('sha256').update(email).digest()
  return `10.${a}.${b}.${c}`
}

export const upiAddress = (name: string) => `${name.toLowerCase().replaceAll(/[^a-z]+/g, '.')}@okbank`

/** A student pays in the provider's checkout and comes back with its signature. */
export async function sellOnline(past: Past, enrolment: PlannedEnrolment, given: { wrongAmount?: boolean } = {}): Promise<void> {
  const { deps, sandbox } = past
  const orderId = await start(past, enrolment)
  if (given.wrongAmount) sandbox.faults.replaceForOrder(orderId, { payments: { fault: 'wrong_amount', times: 1 } })
  const means = { method: 'upi', vpa: upiAddress(enrolment.full_name), email: enrolment.email } as const
  const { payment } = payOrder(sandbox, findOrder(sandbox.store, orderId), means, { is: 'captured' }, false)
  const params = { batch_id: enrolment.batch_id }
  const body = signedTriple(orderId, payment.id, sandbox.keySecret)
  await verifyPayment(deps, studentOf(enrolment), { params, body })
}

/** A student begins to pay and leaves, some of them after their bank has declined. */
export async function leaveCheckout(past: Past, enrolment: PlannedEnrolment): Promise<void> {
  const { deps, sandbox } = past
  const orderId = await start(past, enrolment)
  if (enrolment.chance % 2 === 0) return
  const means = { method: 'upi', vpa: upiAddress(enrolment.full_name), email: enrolment.email } as const
  const failed = { is: 'failed', failure: upiDeclined } as const
  const { payment } = payOrder(sandbox, findOrder(sandbox.store, orderId), means, failed, false)
  const order = await findStoredOrder(deps, orderId)
  if (order) await settlePayment(deps, order.id, await deps.gateway.fetchPayment(order.key_id, payment.id))
}
