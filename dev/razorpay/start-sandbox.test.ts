import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startSandbox } from './start-sandbox.ts'
import { keys, startTestSandbox } from './start-test-sandbox.ts'

test('names the port in use and its variable', async () => {
  const sandbox = await startTestSandbox()
  const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const port = Number(new URL(sandbox.url).port)
  const start = startSandbox({ port, dataDir, webhookUrl: 'http://127.0.0.1/', ...keys })
  await expect(start).rejects.toThrow(new RegExp(`${port}.*SANDBOX_PORT`))
})

test('refuses a key id that is not a sandbox key', async () => {
  const start = startSandbox({ port: 0, dataDir: tmpdir(), webhookUrl: 'http://127.0.0.1/', ...keys, keyId: 'rzp_live_abc' })
  await expect(start).rejects.toThrow('rzp_sandbox_')
})

test('orders, payments, refunds and the clock survive a restart', async () => {
  const sandbox = await startTestSandbox()
  const order = await sandbox.makeOrder({ receipt: 'kept' })
  const { razorpay_payment_id: id } = await sandbox.pay(order.id)
  await sandbox.rest('POST', `/payments/${id}/refund`, { amount: 10_000 })
  await sandbox.advance(86_400)
  const before = await sandbox.payment(id)
  await sandbox.restart()
  expect(await sandbox.payment(id)).toEqual(before)
  expect((await sandbox.rest('GET', '/orders?receipt=kept')).body).toMatchObject({ items: [{ id: order.id, status: 'paid' }] })
  expect((await sandbox.rest('GET', `/payments/${id}/refunds`)).body).toMatchObject({ count: 1 })
  expect((await sandbox.control('GET', '/clock')).body).toMatchObject({ offset_seconds: 86_400 })
})

test.each<Record<string, string>>([
  { 'x-forwarded-for': '203.0.113.9' },
  { origin: 'https://evil.example' },
  { forwarded: 'for=203.0.113.9' },
])('refuses control calls with the headers %o', async (headers) => {
  const sandbox = await startTestSandbox()
  expect((await sandbox.call('GET', '/control/faults', undefined, headers)).status).toBe(403)
})

test('sets, advances and resets the clock, and refuses invalid values', async () => {
  const sandbox = await startTestSandbox()
  expect((await sandbox.control('POST', '/clock', { now: 2_000_000_000 })).body).toMatchObject({
    now: expect.closeTo(2_000_000_000, -1),
  })
  expect((await sandbox.makeOrder()).created_at).toBeGreaterThanOrEqual(2_000_000_000)
  expect((await sandbox.control('POST', '/clock', { reset: true })).body).toMatchObject({ offset_seconds: 0 })
  for (const body of [{}, { advance_seconds: -1 }, { advance_seconds: 'soon' }, { later: 5 }]) {
    expect((await sandbox.control('POST', '/clock', body)).status).toBe(400)
  }
})
