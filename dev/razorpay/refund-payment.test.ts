import { expect, test } from 'vitest'
import { startTestSandbox } from './start-test-sandbox.ts'

async function startWithPayment() {
  const sandbox = await startTestSandbox()
  const order = await sandbox.makeOrder({ amount: 100_000 })
  const { razorpay_payment_id: id } = await sandbox.pay(order.id, { webhook: false })
  const refund = (body?: unknown, key?: string) =>
    sandbox.rest('POST', `/payments/${id}/refund`, body, key === undefined ? {} : { 'x-refund-idempotency': key })
  return { sandbox, order, id, refund }
}

test('partial refunds add up to at most the captured amount', async () => {
  const { sandbox, order, id, refund } = await startWithPayment()
  expect((await refund({ amount: 60_000, notes: { why: 'moved' } })).body).toMatchObject({
    entity: 'refund',
    amount: 60_000,
    status: 'processed',
    payment_id: id,
    speed_processed: 'normal',
  })
  expect(await sandbox.payment(id)).toMatchObject({ status: 'captured', refund_status: 'partial', amount_refunded: 60_000 })
  expect((await refund({ amount: 100_001 })).body).toHaveProperty(
    'error.description',
    'The refund amount provided is greater than amount captured',
  )
  expect((await refund({ amount: 40_001 })).body).toHaveProperty(
    'error.description',
    'The total refund amount is greater than the refund payment amount',
  )
  expect((await refund({})).body).toMatchObject({ amount: 40_000 })
  expect(await sandbox.payment(id)).toMatchObject({ status: 'refunded', refund_status: 'full', amount_refunded: 100_000 })
  expect((await refund({})).body).toHaveProperty('error.description', 'The payment has been fully refunded already')
  expect((await sandbox.rest('GET', `/payments/${id}/refunds`)).body).toMatchObject({ count: 2 })
  expect(await sandbox.order(order.id)).toMatchObject({ status: 'paid' })
})

test('a repeated idempotency key returns the first refund or is refused', async () => {
  const { sandbox, id, refund } = await startWithPayment()
  const first = await refund({ amount: 30_000, speed: 'normal' }, 'refund-key-1')
  const again = await refund({ speed: 'normal', amount: 30_000 }, 'refund-key-1')
  expect(again).toMatchObject({ status: 200, body: first.body })
  const other = await refund({ amount: 20_000 }, 'refund-key-1')
  expect(other).toMatchObject({
    status: 400,
    body: { error: { description: 'Different request with the same idempotency key has already been processed.' } },
  })
  expect((await refund({ amount: 30_000 }, 'short')).status).toBe(400)
  expect((await sandbox.payment(id)).amount_refunded).toBe(30_000)
})

test('refunds captured payments only', async () => {
  const sandbox = await startTestSandbox()
  const order = await sandbox.makeOrder({ payment: { capture: 'manual' } })
  const { razorpay_payment_id: id } = await sandbox.pay(order.id, { outcome: 'authorized' })
  expect((await sandbox.rest('POST', `/payments/${id}/refund`, {})).body).toHaveProperty(
    'error.description',
    'The payment status should be captured for action to be taken',
  )
})

test('a refund refused by the bank restores the payment', async () => {
  const { sandbox, id, refund } = await startWithPayment()
  await sandbox.faults({ refunds: { fault: 'failed', after_seconds: 60 } })
  const made = await refund({})
  expect(made.body).toMatchObject({ status: 'pending', speed_processed: null })
  expect(await sandbox.payment(id)).toMatchObject({ status: 'refunded' })
  await sandbox.advance(61)
  expect((await sandbox.rest('GET', '/refunds')).body).toMatchObject({ items: [{ status: 'failed' }] })
  expect(await sandbox.payment(id)).toMatchObject({ status: 'captured', amount_refunded: 0, refund_status: null })
  expect(sandbox.receiver.received.map((one) => one.event)).toEqual(['refund.created', 'refund.failed'])
})

test('a refund can be delayed or change its speed', async () => {
  const { sandbox, refund } = await startWithPayment()
  await sandbox.faults({ refunds: { fault: 'pending', after_seconds: 3_600, times: 1 } })
  expect((await refund({ amount: 10_000 })).body).toMatchObject({ status: 'pending' })
  await sandbox.advance(3_601)
  expect((await sandbox.rest('GET', '/refunds')).body).toMatchObject({ items: [{ status: 'processed' }] })
  await sandbox.faults({ refunds: 'speed_changed' })
  expect((await refund({ amount: 10_000, speed: 'optimum' })).body).toMatchObject({
    speed_requested: 'optimum',
    speed_processed: 'normal',
  })
  await sandbox.deliver()
  expect(sandbox.receiver.received.map((one) => one.event)).toEqual([
    'refund.created',
    'refund.processed',
    'refund.created',
    'refund.speed_changed',
    'refund.processed',
  ])
})
