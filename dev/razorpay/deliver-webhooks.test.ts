import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Received } from './start-test-sandbox.ts'
import { keys, startTestSandbox } from './start-test-sandbox.ts'

const allEvents = ['payment.authorized', 'payment.captured', 'order.paid']
const events = (received: Received[]) => received.map((one) => one.event)
const ids = (received: Received[]) => received.map((one) => String(one.headers['x-razorpay-event-id']))
const signed = (one: Received) =>
  one.headers['x-razorpay-signature'] === createHmac('sha256', keys.webhookSecret).update(one.body).digest('hex')

test('delivers every event once, in order, with a valid signature', async () => {
  const sandbox = await startTestSandbox()
  const order = await sandbox.makeOrder()
  const { razorpay_payment_id: id } = await sandbox.pay(order.id)
  await sandbox.deliver()
  const { received } = sandbox.receiver
  expect(events(received)).toEqual(allEvents)
  expect(received.every(signed)).toBe(true)
  expect(new Set(ids(received)).size).toBe(3)
  const paid: unknown = JSON.parse(received[2]?.body ?? '')
  expect(paid).toMatchObject({
    entity: 'event',
    contains: ['payment', 'order'],
    account_id: expect.stringMatching(/^acc_/),
    payload: { payment: { entity: { id, status: 'captured' } }, order: { entity: { id: order.id, status: 'paid' } } },
  })
  expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({
    payload: { payment: { entity: { status: 'authorized', captured: false } } },
  })
})

test('sends nothing with webhook: false', async () => {
  const sandbox = await startTestSandbox()
  await sandbox.pay((await sandbox.makeOrder()).id, { webhook: false })
  await sandbox.advance(86_400)
  expect(sandbox.receiver.received).toEqual([])
})

test('retries a refused delivery with backoff and the same id', async () => {
  const sandbox = await startTestSandbox()
  sandbox.receiver.answers.push(500, 302, 200)
  await sandbox.control('POST', '/events', { event: 'payment.captured', payload: { payment: { entity: { id: 'pay_unknown' } } } })
  expect(sandbox.receiver.received).toHaveLength(1)
  await sandbox.advance(6)
  expect(sandbox.receiver.received).toHaveLength(2)
  await sandbox.advance(6)
  expect(sandbox.receiver.received).toHaveLength(2)
  await sandbox.advance(5)
  expect(sandbox.receiver.received).toHaveLength(3)
  await sandbox.advance(86_400)
  expect(sandbox.receiver.received).toHaveLength(3)
  expect(new Set(ids(sandbox.receiver.received)).size).toBe(1)
  expect((await sandbox.control('GET', '/webhooks')).body).toMatchObject({
    items: [{ state: 'delivered', attempts: 3, last_status: 200 }],
  })
})

test('gives up after 24 hours, and can replay the event', async () => {
  const sandbox = await startTestSandbox()
  sandbox.receiver.answers.push(...Array.from({ length: 60 }, () => 503))
  await sandbox.control('POST', '/events', { event: 'order.paid', payload: {} })
  for (let hour = 0; hour < 40; hour += 1) await sandbox.advance(3_601)
  const tried = sandbox.receiver.received.length
  expect(tried).toBeGreaterThan(20)
  expect((await sandbox.control('GET', '/webhooks')).body).toMatchObject({ items: [{ state: 'given_up', last_status: 503 }] })
  sandbox.receiver.answers.length = 0
  await sandbox.control('POST', `/webhooks/${ids(sandbox.receiver.received)[0] ?? ''}/replay`)
  expect(sandbox.receiver.received).toHaveLength(tried + 1)
  expect((await sandbox.control('POST', '/webhooks/evt_none/replay')).status).toBe(404)
})

test('counts a receiver timeout as a failure', async () => {
  const sandbox = await startTestSandbox({ webhookTimeoutMs: 1000 })
  sandbox.receiver.answers.push(null)
  await sandbox.control('POST', '/events', { event: 'order.paid', payload: {} })
  expect((await sandbox.control('GET', '/webhooks')).body).toMatchObject({
    items: [{ state: 'pending', attempts: 1, last_status: null }],
  })
  await sandbox.advance(6)
  expect((await sandbox.control('GET', '/webhooks')).body).toMatchObject({ items: [{ state: 'delivered', attempts: 2 }] })
})

test('delivers pending webhooks after a restart', async () => {
  const sandbox = await startTestSandbox()
  await sandbox.faults({ webhooks: { fault: 'delay', after_seconds: 600 } })
  const order = await sandbox.makeOrder()
  await sandbox.pay(order.id)
  await sandbox.restart()
  expect(sandbox.receiver.received).toEqual([])
  await sandbox.advance(601)
  expect(events(sandbox.receiver.received)).toEqual(allEvents)
  expect(await sandbox.order(order.id)).toMatchObject({ status: 'paid' })
})

test('duplicates repeat the id, and reorder reverses the order', async () => {
  const sandbox = await startTestSandbox()
  await sandbox.faults({ webhooks: { fault: 'duplicate', copies: 5, times: 1 } })
  await sandbox.pay((await sandbox.makeOrder()).id, { outcome: 'failed' })
  await sandbox.deliver()
  expect(events(sandbox.receiver.received)).toEqual(Array.from({ length: 5 }, () => 'payment.failed'))
  expect(new Set(ids(sandbox.receiver.received)).size).toBe(1)
  sandbox.receiver.received.length = 0
  await sandbox.faults({ webhooks: 'reorder' })
  await sandbox.pay((await sandbox.makeOrder()).id)
  await sandbox.deliver()
  expect(events(sandbox.receiver.received)).toEqual(allEvents.toReversed())
})

test('a tampered body fails its signature until the fault is cleared', async () => {
  const sandbox = await startTestSandbox()
  sandbox.receiver.answers.push(400)
  await sandbox.faults({ webhooks: 'tamper' })
  await sandbox.control('POST', '/events', { event: 'payment.captured', payload: { payment: { entity: { amount: 100 } } } })
  await sandbox.faults({})
  await sandbox.advance(6)
  expect(sandbox.receiver.received.map(signed)).toEqual([false, true])
  expect(sandbox.receiver.received[0]?.body).toContain('"amount":200')
})

test('stores a dropped event for a replay', async () => {
  const sandbox = await startTestSandbox()
  const order = await sandbox.makeOrder()
  await sandbox.control('PUT', `/orders/${order.id}/faults`, { webhooks: 'drop' })
  await sandbox.pay(order.id)
  await sandbox.pay((await sandbox.makeOrder()).id, { outcome: 'failed' })
  await sandbox.deliver()
  expect(events(sandbox.receiver.received)).toEqual(['payment.failed'])
  const list = await sandbox.control('GET', `/webhooks?order_id=${order.id}`)
  expect(list.body).toMatchObject({ count: 3, items: [{ event: 'order.paid', state: null }, {}, {}] })
})
