import { system, operator } from '#server/platform/auth/principal.ts'
import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { createPayingShop } from '#tests/school/create-paying-shop.ts'
import { testKey } from '#tests/school/create-test-app.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { signIn } from '#tests/school/sign-in.ts'
import { razorpayGateway } from './razorpay.ts'
import { reconcile } from '#server/money/settlement/reconcile.ts'
import { requestRefund } from '#server/money/refunds/queue-refund.ts'
import { reconcileLedger } from '#server/money/settlement/reconcile-ledger.ts'

const newKey = { id: 'rzp_sandbox_newer', secret: 'secret-of-the-newer-key' }
const retiredKey = { id: 'rzp_sandbox_older', secret: 'secret-of-the-older-key' }

/** An order that was made before a new key became the first one. */
async function rotated() {
  const shop = await createPayingShop()
  const { batchId } = await sellCourse(shop.db)
  const student = await signIn(shop)
  const { order_id: orderId, razorpay_key_id: keyId } = await shop.start(batchId, student.access)
  const { provider } = shop.deps.config
  provider.keys = [newKey, testKey]
  provider.webhookSecrets = ['secret-of-newer-webhooks', ...provider.webhookSecrets]
  shop.deps.gateway = razorpayGateway(provider)
  return { shop, batchId, student, orderId, keyId }
}

test('an order of the previous key is verified and refunded', async () => {
  const { shop, batchId, student, orderId, keyId } = await rotated()
  expect(keyId).toBe(testKey.id)
  const triple = await shop.pay(orderId)
  const forged = createHmac('sha256', newKey.secret).update(`${orderId}|${triple.razorpay_payment_id}`).digest('hex')
  const wrong = { ...triple, razorpay_signature: forged }
  expect((await shop.post(`/payment/payment-verify/${batchId}/`, wrong, student.access)).statusCode).toBe(400)
  expect((await shop.post(`/payment/payment-verify/${batchId}/`, triple, student.access)).json()).toMatchObject({
    status: 'enrolled',
  })
  const { rows } = await shop.db.query<{ id: number }>('select id from payments')
  await requestRefund(shop.deps, operator, {
    paymentId: rows[0]?.id ?? 0,
    amountPaise: null,
    reason: 'left',
    keepsAccess: false,
  })
  await shop.sendRefunds()
  expect(await shop.ledger()).toMatchObject({ dispositions: ['refunded'] })
})

test('an order of the previous key is reconciled with that key', async () => {
  const { shop, orderId } = await rotated()
  await shop.pay(orderId)
  await shop.passTime('3 minutes')
  await reconcile(shop.deps, system)
  expect(await shop.ledger()).toMatchObject({ enrolments: 1, receipts: 1, dispositions: ['enrolled'] })
})

test.each([
  ['still configured', [testKey, retiredKey]],
  ['no longer configured', [testKey]],
])('a sale under a retired key, %s, is reconciled and refunded', async (_, keys) => {
  const shop = await createPayingShop()
  const student = await signIn(shop)
  const order = await shop.start((await sellCourse(shop.db)).batchId, student.access)
  await shop.db.query('update payment_orders set key_id = $1', [retiredKey.id])
  shop.deps.config.provider.keys = keys
  shop.deps.gateway = razorpayGateway(shop.deps.config.provider)
  await shop.pay(order.order_id)
  await shop.passTime('3 minutes')
  await reconcile(shop.deps, system)
  expect(await shop.ledger()).toMatchObject({ enrolments: 1, dispositions: ['enrolled'] })
  const [{ id } = { id: 0 }] = (await shop.db.query<{ id: number }>('select id from payments')).rows
  await requestRefund(shop.deps, operator, { paymentId: id, amountPaise: null, reason: 'left', keepsAccess: false })
  await shop.sendRefunds()
  await expect(reconcileLedger(shop.deps, system)).resolves.toMatchObject({ refunded: 1, pending: 0 })
})

test('webhooks signed with either secret are accepted, others are rejected', async () => {
  const { shop, orderId } = await rotated()
  const send = (id: string, secret: string) => {
    const payload = JSON.stringify({ event: id, payload: {} })
    return shop.app.inject({
      method: 'POST',
      url: '/api/payment/webhook/',
      headers: {
        'content-type': 'application/json',
        'x-razorpay-event-id': id,
        'x-razorpay-signature': createHmac('sha256', secret).update(payload).digest('hex'),
      },
      payload,
    })
  }
  expect((await send('event_new', 'secret-of-newer-webhooks')).statusCode).toBe(200)
  expect((await send('event_old', 'webhook-secret-of-the-tests')).statusCode).toBe(200)
  expect((await send('event_foreign', 'another secret')).statusCode).toBe(400)
  await shop.pay(orderId, 'captured', { webhook: true })
  await shop.deliverWebhooks()
  expect((await shop.ledger()).enrolments).toBe(1)
})
