import { pathTo } from '#contract/pages.ts'
import type { Visitor } from '#server/platform/auth/principal.ts'
import type { Deps } from '#server/deps.ts'
import { GatewayError } from '#server/money/provider/gateway.ts'
import { findOrder, settlePayment } from '#server/money/settlement/settle-payment.ts'

interface Input {
  batchId: number
  form: URLSearchParams
}

const names = ['razorpay_payment_id', 'razorpay_order_id', 'razorpay_signature'] as const

/** Milliseconds for the provider's answer. The next page asks again. */
const providerTimeoutMs = 5000

/**
 * Handles the form that the provider's page posts when the browser can't call back by script. Settles a correctly signed
 * payment without a login.
 * @returns the path to redirect to; that page shows the outcome
 */
export async function receiveCallback(deps: Deps, _visitor: Visitor, { batchId, form }: Input): Promise<string> {
  const [paymentId, orderId, signature] = names.map((name) => form.get(name) ?? '')
  const pathWith = (query: object) => pathTo('verify-payment', batchId, query)
  // The provider's error text is dropped, because anybody can send this form.
  if (!paymentId && [...form.keys()].some((name) => name.startsWith('error['))) return pathWith({ outcome: 'failed' })
  if (!paymentId || !orderId || !signature || ![paymentId, orderId].every((id) => /^\w{1,64}$/.test(id))) return pathWith({})
  try {
    const order = await findOrder(deps, orderId)
    if (order?.batch_id === batchId && deps.gateway.verifiesCheckout(order.key_id, { orderId, paymentId, signature })) {
      const reported = await deps.gateway.fetchPayment(order.key_id, paymentId, AbortSignal.timeout(providerTimeoutMs))
      await settlePayment(deps, order.id, reported)
    }
  } catch (error) {
    // The payer sees this response. The next page asks again, and later the reconciler does.
    deps.log[error instanceof GatewayError ? 'warn' : 'error']({ err: error }, 'a callback failed, to be confirmed later')
  }
  return pathWith({ razorpay_payment_id: paymentId, razorpay_order_id: orderId, razorpay_signature: signature })
}
