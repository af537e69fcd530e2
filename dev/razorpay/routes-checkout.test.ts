import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { keys, startTestSandbox } from './start-test-sandbox.ts'
import { testCards } from './test-cards.ts'

const failing = testCards.flatMap((card) => (card.failure ? [[card.number, card.failure.reason] as const] : []))

async function openCheckout(order: Record<string, unknown> = {}) {
  const sandbox = await startTestSandbox()
  const { id } = await sandbox.makeOrder(order)
  const pay = (body: Record<string, unknown>) =>
    sandbox.call('POST', '/v1/checkout/payments', { attempt_id: randomUUID(), key: keys.keyId, order_id: id, ...body })
  const card = (number: string, more: Record<string, unknown> = {}) => ({
    type: 'card',
    number,
    expiry_month: 12,
    expiry_year: 2099,
    cvv: '123',
    name: 'Asha',
    ...more,
  })
  return { sandbox, id, pay, card }
}

test('captures a payment by test card and stores only four digits', async () => {
  const { sandbox, id, pay, card } = await openCheckout()
  const answer = await pay({ method: card('4100280000001007'), email: 'a@example.com', contact: '9876543210' })
  expect(answer.body).toMatchObject({
    status: 'success',
    razorpay_order_id: id,
    razorpay_signature: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  const list = await sandbox.rest('GET', `/orders/${id}/payments`)
  expect(list.body).toMatchObject({
    items: [
      {
        status: 'captured',
        method: 'card',
        email: 'a@example.com',
        contact: '9876543210',
        card: { last4: '1007', network: 'Visa' },
      },
    ],
  })
  expect(JSON.stringify(list.body)).not.toContain('4100280000001007')
})

test('authorises a payment without automatic capture', async () => {
  const { sandbox, id, pay, card } = await openCheckout({ payment: undefined })
  await pay({ method: card('4100280000001007') })
  expect((await sandbox.rest('GET', `/orders/${id}/payments`)).body).toMatchObject({ items: [{ status: 'authorized' }] })
})

test.each(failing)('card %s fails with %s', async (number, reason) => {
  const { sandbox, id, pay, card } = await openCheckout()
  const answer = await pay({ method: card(number) })
  expect(answer.body).toMatchObject({
    status: 'failed',
    error: { reason, metadata: { order_id: id, payment_id: expect.stringMatching(/^pay_/) } },
  })
  await sandbox.deliver()
  expect(sandbox.receiver.received.map((one) => one.event)).toEqual(['payment.failed'])
})

test('UPI succeeds, fails or refuses an unknown id', async () => {
  const { pay } = await openCheckout()
  expect((await pay({ method: { type: 'upi', vpa: 'failure@razorpay' } })).body).toMatchObject({
    status: 'failed',
    error: { reason: 'payment_failed' },
  })
  expect((await pay({ method: { type: 'upi', vpa: 'nobody@bank' } })).body).toMatchObject({
    status: 'failed',
    error: { reason: 'invalid_vpa' },
  })
  expect((await pay({ method: { type: 'upi', vpa: 'Success@Razorpay' } })).body).toMatchObject({ status: 'success' })
})

test('a repeated attempt returns the first payment', async () => {
  const { sandbox, id, pay, card } = await openCheckout()
  const attempt = { attempt_id: randomUUID(), method: card('4100280000001007') }
  const first = await pay(attempt)
  expect((await pay(attempt)).body).toEqual(first.body)
  expect((await sandbox.rest('GET', `/orders/${id}/payments`)).body).toMatchObject({ count: 1 })
})

test('silent_capture reports pending and sends the webhooks', async () => {
  const { sandbox, pay, card } = await openCheckout()
  await sandbox.faults({ payments: 'silent_capture' })
  const attempt = { attempt_id: randomUUID(), method: card('4100280000001007') }
  const answer = await pay(attempt)
  expect(answer.body).toEqual({ status: 'pending', payment_id: expect.stringMatching(/^pay_/) })
  expect((await pay(attempt)).body).toEqual(answer.body)
  await sandbox.deliver()
  expect(sandbox.receiver.received.map((one) => one.event)).toContain('payment.captured')
})

test('refuses invalid cards, amounts and keys, and paid orders', async () => {
  const { sandbox, id, pay, card } = await openCheckout()
  expect((await pay({ method: card('4242424242424242') })).status).toBe(400)
  expect((await pay({ method: card('4100280000001007', { expiry_year: 2020 }) })).status).toBe(400)
  expect((await pay({ method: card('4100280000001007', { cvv: 'x' }) })).status).toBe(400)
  expect((await pay({ method: card('4100280000001007'), amount: 100 })).body).toHaveProperty('error.field', 'amount')
  expect((await pay({ method: card('4100280000001007'), key: 'rzp_sandbox_other' })).status).toBe(401)
  expect((await sandbox.order(id)).attempts).toBe(0)
  await sandbox.pay(id)
  expect((await pay({ method: card('4100280000001007') })).body).toHaveProperty('error.reason', 'order_already_paid')
})

test('serves a classic checkout.js, framed by its page only', async () => {
  const { sandbox, id } = await openCheckout()
  const script = await sandbox.call('GET', '/v1/checkout.js')
  expect(script.headers.get('content-type')).toContain('text/javascript')
  expect(script.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  expect(() => new Function(String(script.body))).not.toThrow()
  expect(script.body).not.toMatch(/innerHTML|cssText|<style/)
  const sheet = await sandbox.call('GET', `/v1/checkout/sheet?origin=${encodeURIComponent('https://shop.example/path')}`)
  const policy = sheet.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toMatch(/frame-ancestors https:\/\/shop\.example$/)
  expect(policy).not.toContain('unsafe')
  expect(sheet.body).not.toMatch(/<script(?![^>]*src)|style=|<style/)
  for (const [, path = ''] of String(sheet.body).matchAll(/(?:src|href)="(\/v1[^"]+)"/g))
    expect((await sandbox.call('GET', path)).status).toBe(200)
  expect((await sandbox.call('GET', '/v1/checkout/sheet?origin=javascript:alert(1)')).status).toBe(400)
  expect((await sandbox.call('GET', '/v1/checkout/sheet')).status).toBe(400)
  const preferences = await sandbox.call('GET', `/v1/checkout/preferences?key=${keys.keyId}&order_id=${id}`)
  expect(preferences.body).toMatchObject({ order: { id, amount: 4_499_900, currency: 'INR', status: 'created' } })
})

test('serves every module the sheet imports', async () => {
  const { sandbox } = await openCheckout()
  const seen = new Set<string>(['sheet.ts'])
  for (const name of seen) {
    const module = await sandbox.call('GET', `/v1/checkout/${name}`)
    expect([name, module.status]).toEqual([name, 200])
    for (const [, found = ''] of String(module.body).matchAll(/from "\.\/([^"]+)"/g)) seen.add(found)
  }
  expect(seen.size).toBeGreaterThan(5)
})
