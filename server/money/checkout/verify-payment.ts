import type { PaymentOutcome } from '#contract/money/payments.ts'
import * as messages from '#contract/messages.ts'
import type { Student } from '#server/platform/auth/principal.ts'
import { row, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { forbidden, HttpError } from '#server/platform/errors/errors.ts'
import { withDeadline } from '#server/money/provider/deadline.ts'
import { GatewayError } from '#server/money/provider/gateway.ts'
import { confirmingMessage, enrolledOutcome, outcomeOf } from '#server/money/settlement/payment-outcome.ts'
import type { Disposition } from '#server/money/payments/disposition.ts'
import { settlePayment } from '#server/money/settlement/settle-payment.ts'

interface Input {
  params: { batch_id: number }
  body: { razorpay_payment_id: string; razorpay_order_id: string; razorpay_signature: string }
}

const presentedOrder = statement<{
  id: number
  user_id: number
  batch_id: number
  key_id: string
  amount_paise: number
  course_id: number
  course_title: string
  /** Of the payment, when it is settled. */
  settled: Disposition | null
}>(
  'presented_order',
  `select o.id, o.user_id, o.batch_id, o.key_id, o.amount_paise, b.course_id, o.course_title,
     (select p.disposition from payments p where p.provider_payment_id = $2 and p.order_id = o.id and p.disposition <> 'pending') as settled
   from payment_orders o join batches b on b.id = o.batch_id where o.provider_order_id = $1`,
)

/** Milliseconds for the provider's answer; the payer waits at most eight seconds for ours. */
const providerTimeoutMs = 5000

const failed = () => new HttpError(400, 'verification_failed', messages.paymentNotVerified)

/**
 * Settles the payment that checkout handed to the browser. The signature is checked against the stored order, and
 * amount and status come from the provider, not from the browser.
 * @throws HttpError 400 for a wrong signature or batch, 403 for another student's payment (which is settled too)
 */
export async function verifyPayment(deps: Deps, student: Student, input: Input): Promise<PaymentOutcome> {
  const { razorpay_payment_id: paymentId, razorpay_order_id: orderId, razorpay_signature: signature } = input.body
  const order = await row(deps.db, presentedOrder, [orderId, paymentId])
  if (!order || !isSignedByProvider(deps, order.key_id, { orderId, paymentId, signature })) throw failed()
  if (order.batch_id !== input.params.batch_id) throw failed()
  const disposition = order.settled ?? (await settleNow(deps, order, paymentId))
  if (order.user_id !== student.id) throw forbidden('This payment belongs to another account.')
  if (disposition === 'unreachable') return { status: 'confirming', message: confirmingMessage }
  // An enrolled payment has the amount of its order.
  const paid = { ...order, provider_payment_id: paymentId, provider_order_id: orderId }
  return disposition === 'enrolled' ? enrolledOutcome(paid) : outcomeOf(deps, paymentId, disposition)
}

function isSignedByProvider(
  deps: Deps,
  keyId: string,
  signed: { orderId: string; paymentId: string; signature: string },
): boolean {
  try {
    return deps.gateway.verifiesCheckout(keyId, signed)
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    deps.log.error({ err: error }, 'the signature of a payment could not be checked')
    return false
  }
}

async function settleNow(
  deps: Deps,
  order: { id: number; key_id: string },
  paymentId: string,
): Promise<Disposition | 'unreachable'> {
  try {
    const reported = await withDeadline(providerTimeoutMs, (until) => deps.gateway.fetchPayment(order.key_id, paymentId, until))
    return await settlePayment(deps, order.id, reported)
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    deps.log.warn({ err: error, order: order.id }, 'the provider did not answer about a payment, to be confirmed later')
    return 'unreachable'
  }
}
