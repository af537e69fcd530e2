import type { Visitor } from '../../auth/principal.ts'
import type { Deps } from '../../deps.ts'
import { GatewayError } from '../provider/gateway.ts'
import { findOrder, settlePayment } from '../settlement/settle-payment.ts'

interface Input {
  batchId: number
  form: URLSearchParams
}

const names = ['razorpay_payment_id', 'razorpay_order_id', 'razorpay_signature'] as const

/** Milliseconds for the provider's answer; the page that follows asks again. */
const providerTimeoutMs = 5000

/**
 * The form that the provider's page sends in browsers that can't call back by script. Settles what is rightly signed,
 * whoever is logged in, and answers where the reader goes next; that page then says what came of it.
 */
export async function receiveCallback(deps: Deps, _visitor: Visitor, { batchId, form }: Input): Promise<string> {
  const [paymentId, orderId, signature] = names.map((name) => form.get(name) ?? '')
  const page = `/verify-payment/${batchId}`
  // What the provider says in words is not taken along: anybody can send this form.
  if (!paymentId && [...form.keys()].some((name) => name.startsWith('error['))) return `${page}?outcome=failed`
  if (!paymentId || !orderId || !signature || ![paymentId, orderId].every((id) => /^\w{1,64}$/.test(id))) return page
  try {
    const order = await findOrder(deps, orderId)
    if (order?.batch_id === batchId && deps.gateway.verifiesCheckout(order.key_id, { orderId, paymentId, signature })) {
      const reported = await deps.gateway.fetchPayment(order.key_id, paymentId, AbortSignal.timeout(providerTimeoutMs))
      await settlePayment(deps, order.id, reported)
    }
  } catch (error) {
    // Somebody who has paid looks at this answer: the page waits for them and asks again, and the reconciler after it.
    deps.log[error instanceof GatewayError ? 'warn' : 'error']({ err: error }, 'a callback will be confirmed later')
  }
  const query = new URLSearchParams({ razorpay_payment_id: paymentId, razorpay_order_id: orderId, razorpay_signature: signature })
  return `${page}?${query}`
}
