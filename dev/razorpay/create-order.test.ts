import { expect, test } from 'vitest'
import { keys, startTestSandbox } from './start-test-sandbox.ts'

test('creates an order and finds it by id and receipt', async () => {
  const sandbox = await startTestSandbox()
  const made = await sandbox.rest('POST', '/orders', { amount: 149_999, currency: 'INR', receipt: 'r-1', notes: {} })
  expect(made.status).toBe(200)
  expect(made.body).toMatchObject({
    entity: 'order',
    amount: 149_999,
    amount_paid: 0,
    amount_due: 149_999,
    status: 'created',
    attempts: 0,
    receipt: 'r-1',
    notes: [],
  })
  expect(made.body).toHaveProperty('id', expect.stringMatching(/^order_[A-Za-z0-9]{14}$/))
  await sandbox.makeOrder({ receipt: 'r-2' })
  const found = await sandbox.rest('GET', '/orders?receipt=r-1')
  expect(found.body).toEqual({ entity: 'collection', count: 1, items: [made.body] })
  expect((await sandbox.rest('GET', '/orders?receipt=r-3')).body).toEqual({ entity: 'collection', count: 0, items: [] })
  expect((await sandbox.rest('GET', '/orders?count=1&skip=1')).body).toMatchObject({ count: 1, items: [{ receipt: 'r-1' }] })
})

test.each([
  [{ currency: 'INR' }, 'amount'],
  [{ amount: 99, currency: 'INR' }, 'amount'],
  [{ amount: 100.5, currency: 'INR' }, 'amount'],
  [{ amount: 100 }, 'currency'],
  [{ amount: 100, currency: 'XYZ' }, 'currency'],
  [{ amount: 100, currency: 'INR', receipt: 'x'.repeat(41) }, 'receipt'],
  [{ amount: 100, currency: 'INR', receipt: 'taken' }, 'receipt'],
  [{ amount: 100, currency: 'INR', notes: Object.fromEntries(Array.from({ length: 16 }, (_, key) => [key, 'x'])) }, 'notes'],
  [{ amount: 100, currency: 'INR', notes: { key: 'x'.repeat(257) } }, 'notes'],
  [{ amount: 100, currency: 'INR', payment: { capture: 'sometimes' } }, 'payment'],
  [{ amount: 100, currency: 'INR', price: 1 }, 'price'],
])('refuses %o and names the field', async (body, field) => {
  const sandbox = await startTestSandbox()
  await sandbox.makeOrder({ receipt: 'taken' })
  const answer = await sandbox.rest('POST', '/orders', body)
  expect(answer.status).toBe(400)
  expect(answer.body).toEqual({
    error: {
      code: 'BAD_REQUEST_ERROR',
      description: expect.any(String),
      field,
      source: 'business',
      step: 'payment_initiation',
      reason: 'input_validation_failed',
      metadata: {},
    },
  })
})

test('accepts the minimum amount and the longest receipt', async () => {
  const sandbox = await startTestSandbox()
  const answer = await sandbox.rest('POST', '/orders', { amount: 100, currency: 'INR', receipt: 'x'.repeat(40) })
  expect(answer.status).toBe(200)
})

test('returns the error object for unknown ids, paths and broken bodies', async () => {
  const sandbox = await startTestSandbox()
  for (const path of ['/orders/order_x', '/orders/order_x/payments', '/payments/pay_x', '/refunds/rfnd_x']) {
    expect((await sandbox.rest('GET', path)).body).toHaveProperty('error.description', 'The id provided does not exist')
  }
  expect(await sandbox.rest('GET', '/nothing')).toMatchObject({ status: 400, body: { error: { code: 'BAD_REQUEST_ERROR' } } })
  const authorization = `Basic ${btoa(`${keys.keyId}:${keys.keySecret}`)}`
  const broken = await fetch(`${sandbox.url}/v1/orders`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: '{"amount":',
  })
  expect(broken.status).toBe(400)
  expect(await broken.json()).toHaveProperty('error.description', 'The request body is not valid JSON.')
})

test.each([undefined, 'Basic cnpwOng=', 'Bearer abc', `Basic ${btoa(`${keys.keyId}:wrong`)}`])(
  'refuses the credentials %s',
  async (authorization) => {
    const sandbox = await startTestSandbox()
    const answer = await sandbox.call('GET', '/v1/orders', undefined, authorization === undefined ? {} : { authorization })
    expect(answer.status).toBe(401)
    expect(answer.body).toHaveProperty('error.code', 'BAD_REQUEST_ERROR')
  },
)
