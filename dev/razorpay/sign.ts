import { createHmac } from 'node:crypto'

/** Returns the provider's signature of checkout answers and webhook bodies: a hex HMAC-SHA256. */
export function sign(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('hex')
}

/** Returns checkout's answer for the page. */
export function signedTriple(orderId: string, paymentId: string, keySecret: string) {
  return {
    razorpay_payment_id: paymentId,
    razorpay_order_id: orderId,
    razorpay_signature: sign(`${orderId}|${paymentId}`, keySecret),
  }
}
