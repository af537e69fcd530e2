import { expect, test } from 'vitest'
import type { StartedPayment } from '#contract/money/payments.ts'
import { startPayment } from '#contract/money/payments.ts'
import { checkoutOptions, isCompleteOrder, needsCallback } from './checkout-options.ts'

const order = startPayment.example.answer as StartedPayment
const on = { paid: () => undefined, dismissed: () => undefined }

test("opens checkout with the order, the brand and the student's details", () => {
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
])('converts ₹%d to exactly %d paise', (amount, paise) => {
  expect(checkoutOptions({ ...order, amount }, 'Karyashala', on).amount).toBe(paise)
})

test('rejects an order without id, key or amount', () => {
  expect(isCompleteOrder(order)).toBe(true)
  expect(isCompleteOrder({ ...order, order_id: '' })).toBe(false)
  expect(isCompleteOrder({ ...order, razorpay_key_id: '' })).toBe(false)
  expect(isCompleteOrder({ ...order, amount: 0 })).toBe(false)
  expect(isCompleteOrder({ course_name: 'Cloud' })).toBe(false)
  expect(isCompleteOrder(null)).toBe(false)
})

test.each([
  ['Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36', true],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Instagram 350.0', true],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 [FBAN/FBIOS;FBAV/480.0]', true],
  ['Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36', false],
])('user agent %s needs the callback URL: %s', (userAgent, called) => {
  expect(needsCallback(userAgent)).toBe(called)
  const url = 'https://school.example/api/payment/callback/7/'
  expect(checkoutOptions(order, 'Karyashala', on, called ? url : undefined).callback_url).toBe(called ? url : undefined)
})
