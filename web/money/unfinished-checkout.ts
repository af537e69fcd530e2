import type { CheckoutAnswer } from './payment-state.ts'

/** The session storage key of checkout's answer until it is settled, so that a reload verifies it instead of paying twice. */
const keyOf = (batchId: string) => `unfinished-checkout-${batchId}`

export function saveCheckout(batchId: string, answer: CheckoutAnswer): void {
  try {
    sessionStorage.setItem(keyOf(batchId), JSON.stringify(answer))
  } catch {
    // Without storage the provider's webhook settles the payment.
  }
}

export function readCheckout(batchId: string): CheckoutAnswer | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(batchId)) ?? 'null')
    return typeof stored === 'object' && stored !== null ? checkoutAnswer(new Map(Object.entries(stored))) : null
  } catch {
    return null
  }
}

export function removeCheckout(batchId: string): void {
  try {
    sessionStorage.removeItem(keyOf(batchId))
  } catch {
    // Storage is unavailable: there is nothing to remove.
  }
}

/** Reads checkout's answer from a query string or from storage; null when a field is missing. */
export function checkoutAnswer(from: { get(name: string): unknown }): CheckoutAnswer | null {
  const [payment, order, signature] = ['razorpay_payment_id', 'razorpay_order_id', 'razorpay_signature'].map((name) =>
    from.get(name),
  )
  if (typeof payment !== 'string' || typeof order !== 'string' || typeof signature !== 'string') return null
  if (!payment.trim() || !order.trim() || !signature.trim()) return null
  return { razorpay_payment_id: payment.trim(), razorpay_order_id: order.trim(), razorpay_signature: signature.trim() }
}
