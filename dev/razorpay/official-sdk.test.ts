import Razorpay from 'razorpay'
import { validatePaymentVerification } from 'razorpay/dist/utils/razorpay-utils.js'
import { expect, test } from 'vitest'
import { keys, startTestSandbox } from './start-test-sandbox.ts'

/** Sets the SDK's base URL through its axios instance, because it has no option for it. */
function redirect(sdk: Razorpay, url: string): void {
  const api: unknown = Reflect.get(sdk, 'api')
  const rq: unknown = Reflect.get(Object(api), 'rq')
  Reflect.set(Object(Reflect.get(Object(rq), 'defaults')), 'baseURL', url)
}

test('the official SDK orders, reads, captures and refunds against the sandbox', async () => {
  const sandbox = await startTestSandbox()
  const sdk = new Razorpay({ key_id: keys.keyId, key_secret: keys.keySecret })
  redirect(sdk, sandbox.url)

  const order = await sdk.orders.create({ amount: 149_999, currency: 'INR', receipt: 'sdk-1', notes: { batch: '7' } })
  expect(order).toMatchObject({ amount: 149_999, status: 'created', notes: { batch: '7' } })
  expect(await sdk.orders.fetch(order.id)).toEqual(order)
  expect(await sdk.orders.all({ receipt: 'sdk-1' })).toEqual({ entity: 'collection', count: 1, items: [order] })

  const paid = await sandbox.pay(order.id, { outcome: 'authorized' })
  const { razorpay_payment_id: id, razorpay_signature: signature } = paid
  expect(validatePaymentVerification({ order_id: order.id, payment_id: id }, signature, keys.keySecret)).toBe(true)
  expect(await sdk.payments.capture(id, 149_999, 'INR')).toMatchObject({ id, status: 'captured' })
  expect(await sdk.orders.fetchPayments(order.id)).toMatchObject({ count: 1, items: [{ id }] })
  expect(await sdk.payments.all({ count: 5 })).toMatchObject({ count: 1 })

  const refund = await sdk.payments.refund(id, { amount: 50_000 })
  expect(refund).toMatchObject({ amount: 50_000, status: 'processed' })
  expect(await sdk.refunds.fetch(refund.id)).toMatchObject({ id: refund.id })
  expect(await sdk.payments.fetchMultipleRefund(id, {})).toMatchObject({ count: 1 })

  await sandbox.deliver()
  const webhook = sandbox.receiver.received[0]
  expect(
    Razorpay.validateWebhookSignature(webhook?.body ?? '', String(webhook?.headers['x-razorpay-signature']), keys.webhookSecret),
  ).toBe(true)

  await sandbox.advance(7 * 86_400)
  const { items } = await sdk.settlements.all()
  expect(items).toMatchObject([{ entity: 'settlement', status: 'processed' }])
  const settledOn = new Date((items[0]?.created_at ?? 0) * 1000)
  const days = { year: settledOn.getUTCFullYear(), month: settledOn.getUTCMonth() + 1, day: settledOn.getUTCDate() }
  expect(await sdk.settlements.reports(days)).toMatchObject({ items: [{ entity_id: id, type: 'payment', on_hold: false }, {}] })

  await expect(sdk.payments.capture(id, 149_999, 'INR')).rejects.toMatchObject({
    statusCode: 400,
    error: { code: 'BAD_REQUEST_ERROR' },
  })
  await expect(sdk.orders.create({ amount: 99, currency: 'INR' })).rejects.toMatchObject({
    statusCode: 400,
    error: { field: 'amount' },
  })
  const stranger = new Razorpay({ key_id: keys.keyId, key_secret: 'wrong' })
  redirect(stranger, sandbox.url)
  await expect(stranger.orders.fetch(order.id)).rejects.toMatchObject({ statusCode: 401 })
})
