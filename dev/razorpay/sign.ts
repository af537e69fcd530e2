import { createHmac } from 'node:crypto'

/** Hex HMAC-SHA256, the provider's signature for checkout answers and webhook bodies. */
export function sign(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('hex')
}

/** What checkout hands to the page after paying. */
export function signedTriple(orderId: string, paymentId: string, keySecret: string) {
  return {
    razorpay_payment_id: paymentId,
    razorpay_order_id: orderId,
    razorpay_signature: sign(`${orderId}|${paymentId}`, keySecret),
  }
}
