import { expect, test } from 'vitest'
import type { TestSandbox } from './start-test-sandbox.ts'
import { keys, startTestSandbox } from './start-test-sandbox.ts'

const order = { amount: 50_000, currency: 'INR' }

/** A plain request, because these responses are not JSON or never arrive. */
function post(sandbox: TestSandbox, body: unknown, timeoutMs = 2_000) {
  return fetch(`${sandbox.url}/v1/orders`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${keys.keyId}:${keys.keySecret}`)}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
  })
}

test.each([
  [429, 'BAD_REQUEST_ERROR'],
  ['500', 'SERVER_ERROR'],
])('%s returns the error object without creating an order', async (fault, code) => {
  const sandbox = await startTestSandbox()
  await sandbox.faults({ orders: fault })
  const answer = await post(sandbox, order)
  expect(answer.status).toBe(Number(fault))
  expect(await answer.json()).toHaveProperty('error.code', code)
  await sandbox.faults({})
  expect((await sandbox.rest('GET', '/orders')).body).toMatchObject({ count: 0 })
})

test('502 returns HTML as often as `times` sets', async () => {
  const sandbox = await startTestSandbox()
  await sandbox.faults({ orders: { fault: '502', times: 2 } })
  for (let turn = 0; turn < 2; turn += 1) {
    const answer = await post(sandbox, order)
    expect(answer.status).toBe(502)
    expect(answer.headers.get('content-type')).toContain('text/html')
    expect(await answer.text()).toContain('<h1>502 Bad Gateway</h1>')
  }
  expect((await post(sandbox, order)).status).toBe(200)
})

test('reset and hang return nothing and create no order', async () => {
  const sandbox = await startTestSandbox()
  await sandbox.faults({ orders: 'reset' })
  await expect(post(sandbox, order)).rejects.toThrow('fetch failed')
  await sandbox.faults({ orders: 'hang' })
  await expect(post(sandbox, order, 60)).rejects.toThrow('timeout')
  await sandbox.faults({})
  expect((await sandbox.rest('GET', '/orders')).body).toMatchObject({ count: 0 })
})

test('lost_answer creates the order, which its receipt finds', async () => {
  const sandbox = await startTestSandbox()
  await sandbox.faults({ orders: 'lost_answer' })
  await expect(post(sandbox, { ...order, receipt: 'lost' })).rejects.toThrow('fetch failed')
  expect((await sandbox.rest('GET', '/orders?receipt=lost')).body).toMatchObject({ count: 1, items: [{ amount: 50_000 }] })
})

test('returns the first refund when a lost request is sent again', async () => {
  const sandbox = await startTestSandbox()
  const { id } = await sandbox.makeOrder()
  const paid = await sandbox.pay(id)
  const refund = () =>
    sandbox.rest('POST', `/payments/${paid.razorpay_payment_id}/refund`, {}, { 'x-refund-idempotency': 'refund-0001' })
  await sandbox.faults({ refunds: { fault: 'lost_answer', times: 1 } })
  await expect(refund()).rejects.toThrow('fetch failed')
  expect((await refund()).status).toBe(200)
  expect((await sandbox.rest('GET', '/refunds')).body).toMatchObject({ count: 1 })
})

test('captures a late authorisation two days after the failure', async () => {
  const sandbox = await startTestSandbox()
  const { id } = await sandbox.makeOrder()
  await sandbox.faults({ payments: 'late_authorisation' })
  const { razorpay_payment_id: payment } = await sandbox.pay(id)
  expect(await sandbox.payment(payment)).toMatchObject({ status: 'failed', error_reason: 'payment_timed_out' })
  await sandbox.advance(2 * 86_400 - 60)
  expect(await sandbox.payment(payment)).toMatchObject({ status: 'failed' })
  await sandbox.restart()
  await sandbox.advance(120)
  expect(await sandbox.payment(payment)).toMatchObject({ status: 'captured' })
  expect(sandbox.receiver.received.map((one) => one.event)).toEqual([
    'payment.failed',
    'payment.authorized',
    'payment.captured',
    'order.paid',
  ])
})

test('does not capture a late authorisation of a paid order', async () => {
  const sandbox = await startTestSandbox()
  const { id } = await sandbox.makeOrder()
  await sandbox.faults({ payments: { fault: 'late_authorisation', times: 1, after_seconds: 60 } })
  const late = await sandbox.pay(id)
  await sandbox.pay(id)
  await sandbox.advance(61)
  expect(await sandbox.payment(late.razorpay_payment_id)).toMatchObject({ status: 'authorized' })
})

test('stay_authorised waits for a capture, wrong_amount changes the amount', async () => {
  const sandbox = await startTestSandbox()
  await sandbox.faults({ payments: 'stay_authorised' })
  const first = await sandbox.pay((await sandbox.makeOrder()).id)
  expect(await sandbox.payment(first.razorpay_payment_id)).toMatchObject({ status: 'authorized', captured: false })
  await sandbox.faults({ payments: 'wrong_amount' })
  const second = await sandbox.pay((await sandbox.makeOrder()).id)
  expect(await sandbox.payment(second.razorpay_payment_id)).toMatchObject({ status: 'captured', amount: 4_499_800 })
  await sandbox.faults({ payments: { fault: 'wrong_amount', amount: 7, currency: 'USD' } })
  const third = await sandbox.pay((await sandbox.makeOrder()).id)
  expect(await sandbox.payment(third.razorpay_payment_id)).toMatchObject({ amount: 7, currency: 'USD' })
})

test('sets faults per order, and replacing all clears them', async () => {
  const sandbox = await startTestSandbox()
  const [one, other] = [await sandbox.makeOrder(), await sandbox.makeOrder()]
  await sandbox.control('PUT', `/orders/${one.id}/faults`, { orders: '429' })
  expect((await sandbox.rest('GET', `/orders/${one.id}`)).status).toBe(429)
  expect((await sandbox.rest('GET', `/orders/${other.id}`)).status).toBe(200)
  await sandbox.restart()
  expect((await sandbox.rest('GET', `/orders/${one.id}/payments`)).status).toBe(429)
  await sandbox.faults({})
  expect((await sandbox.rest('GET', `/orders/${one.id}`)).status).toBe(200)
})

test.each([{ orders: 'typo' }, { order: '502' }, { webhooks: '502' }, { payments: { fault: 'hang', times: 0 } }, 'text'])(
  'refuses the switches %o',
  async (all) => {
    const sandbox = await startTestSandbox()
    const answer = await sandbox.faults(all)
    expect(answer.status).toBe(400)
    expect(answer.body).toHaveProperty('error.description', expect.stringMatching(/\S/))
    expect((await sandbox.control('GET', '/faults')).body).toEqual({})
  },
)
