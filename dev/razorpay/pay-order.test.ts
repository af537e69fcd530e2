import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { keys, startTestSandbox } from './start-test-sandbox.ts'

test('returns a signature over order id and payment id', async () => {
  const sandbox = await startTestSandbox()
  const order = await sandbox.makeOrder()
  const answer = await sandbox.pay(order.id, { outcome: 'captured', webhook: false })
  expect(answer.razorpay_order_id).toBe(order.id)
  const expected = createHmac('sha256', keys.keySecret).update(`${order.id}|${answer.razorpay_payment_id}`).digest('hex')
  expect(answer.razorpay_signature).toBe(expected)
  expect(await sandbox.payment(answer.razorpay_payment_id)).toMatchObject({
    status: 'captured',
    captured: true,
    amount: 4_499_900,
    order_id: order.id,
    fee: 106_198,
    tax: 16_200,
  })
  expect(await sandbox.order(order.id)).toMatchObject({ status: 'paid', amount_paid: 4_499_900, amount_due: 0, attempts: 1 })
  const again = await sandbox.control('POST', `/orders/${order.id}/pay`, {})
  expect(again).toMatchObject({ status: 400, body: { error: { reason: 'order_already_paid' } } })
})

test('a failed order stays attempted and can be paid', async () => {
  const sandbox = await startTestSandbox()
  const order = await sandbox.makeOrder()
  const failed = await sandbox.pay(order.id, { outcome: 'failed', reason: 'insufficient_fund' })
  expect(await sandbox.payment(failed.razorpay_payment_id)).toMatchObject({
    status: 'failed',
    captured: false,
    error_reason: 'insufficient_fund',
    error_code: 'BAD_REQUEST_ERROR',
  })
  expect(await sandbox.order(order.id)).toMatchObject({ status: 'attempted', amount_paid: 0 })
  await sandbox.pay(order.id)
  expect(await sandbox.order(order.id)).toMatchObject({ status: 'paid', attempts: 2 })
  expect((await sandbox.rest('GET', `/orders/${order.id}/payments`)).body).toMatchObject({
    count: 2,
    items: [{ status: 'captured' }, { status: 'failed' }],
  })
})

test('captures an authorised payment once, with its full amount', async () => {
  const sandbox = await startTestSandbox()
  const order = await sandbox.makeOrder({ payment: { capture: 'manual' } })
  const { razorpay_payment_id: id } = await sandbox.pay(order.id, { outcome: 'authorized' })
  const capture = (body: unknown) => sandbox.rest('POST', `/payments/${id}/capture`, body)
  expect((await capture({ amount: 100, currency: 'INR' })).body).toHaveProperty('error.field', 'amount')
  expect(await capture({ amount: order.amount, currency: 'INR' })).toMatchObject({
    status: 200,
    body: { status: 'captured', captured: true },
  })
  expect(await capture({ amount: order.amount, currency: 'INR' })).toMatchObject({
    status: 400,
    body: { error: { description: 'This payment has already been captured' } },
  })
  expect(await sandbox.order(order.id)).toMatchObject({ status: 'paid' })
})

test('a failed payment cannot be captured but can succeed later', async () => {
  const sandbox = await startTestSandbox()
  const order = await sandbox.makeOrder()
  const { razorpay_payment_id: id } = await sandbox.pay(order.id, { outcome: 'failed' })
  expect((await sandbox.rest('POST', `/payments/${id}/capture`, { amount: order.amount })).status).toBe(400)
  const later = await sandbox.control('POST', `/payments/${id}/authorize`, { capture: true })
  expect(later.body).toMatchObject({ id, status: 'captured', error_code: null })
  await sandbox.deliver()
  expect(sandbox.receiver.received.map((one) => one.event)).toEqual([
    'payment.failed',
    'payment.authorized',
    'payment.captured',
    'order.paid',
  ])
})

test('refunds an uncaptured authorisation after three days', async () => {
  const sandbox = await startTestSandbox()
  const order = await sandbox.makeOrder({ payment: { capture: 'manual' } })
  const { razorpay_payment_id: id } = await sandbox.pay(order.id, { outcome: 'authorized', webhook: false })
  await sandbox.advance(3 * 86_400 - 60)
  expect(await sandbox.payment(id)).toMatchObject({ status: 'authorized' })
  await sandbox.advance(120)
  expect(await sandbox.payment(id)).toMatchObject({ status: 'refunded', captured: false, amount_refunded: order.amount })
  expect(sandbox.receiver.received.map((one) => one.event)).toEqual(['refund.created', 'refund.processed'])
})

test.each([{ outcome: 'maybe' }, { webhook: 'yes' }, { outcome: 'failed', reason: 'weather' }, { extra: 1 }])(
  'control refuses %o',
  async (body) => {
    const sandbox = await startTestSandbox()
    const order = await sandbox.makeOrder()
    const answer = await sandbox.control('POST', `/orders/${order.id}/pay`, body)
    expect(answer.status).toBe(400)
    expect(answer.body).toHaveProperty('error.description', expect.stringMatching(/\S/))
    expect((await sandbox.order(order.id)).attempts).toBe(0)
  },
)
