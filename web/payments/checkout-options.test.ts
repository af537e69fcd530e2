import { expect, test } from 'vitest'
import type { StartedPayment } from '#contract/payments.ts'
import { startPayment } from '#contract/payments.ts'
import { checkoutOptions, isWholeOrder } from './checkout-options.ts'

const order = startPayment.example.answer as StartedPayment
const on = { paid: () => undefined, dismissed: () => undefined }

test('checkout opens with the order, the brand and the reader filled in', () => {
  expect(checkoutOptions(order, 'Karyashala', on)).toMatchObject({
    key: order.razorpay_key_id,
    amount: 3_600_000,
    currency: 'INR',
    name: 'Karyashala',
    description: order.course_name,
    order_id: order.order_id,
    prefill: { name: order.name, email: order.email, contact: order.phone },
    theme: { color: '#3399cc' },
    modal: { ondismiss: on.dismissed },
    handler: on.paid,
  })
})

test.each([
  [1499.99, 149_999],
  [0.29 * 100, 2900],
  [1.15, 115],
  [36_000, 3_600_000],
])('₹%d are exactly %d paise', (amount, paise) => {
  expect(checkoutOptions({ ...order, amount }, 'Karyashala', on).amount).toBe(paise)
})

test('an order without id, key or amount is none', () => {
  expect(isWholeOrder(order)).toBe(true)
  expect(isWholeOrder({ ...order, order_id: '' })).toBe(false)
  expect(isWholeOrder({ ...order, razorpay_key_id: '' })).toBe(false)
  expect(isWholeOrder({ ...order, amount: 0 })).toBe(false)
  expect(isWholeOrder({ course_name: 'Cloud' })).toBe(false)
  expect(isWholeOrder(null)).toBe(false)
})
