import { system } from '#server/platform/auth/principal.ts'
import { expect, test } from 'vitest'
import { cancelBatch, changeBatch } from '#tests/school/change-batch.ts'
import { createPayingShop, type PayingShop } from '#tests/school/create-paying-shop.ts'
import { sellCourse, startBatch } from '#tests/school/sell-course.ts'
import { signIn } from '#tests/school/sign-in.ts'
import { GatewayError } from '#server/money/provider/gateway.ts'
import { reconcile } from '#server/money/settlement/reconcile.ts'

const enrolledOnce = { enrolments: 1, receipts: 1, refunds: 0, dispositions: ['enrolled'] }
const confirming = 'Payment received, we are confirming it. You will be enrolled shortly.'
const enrolled = 'You have already enrolled in this batch.'

async function startedOrder(options: Parameters<typeof sellCourse>[1] = {}) {
  const shop = await createPayingShop()
  const { batchId, courseId } = await sellCourse(shop.db, options)
  const { access } = await signIn(shop)
  const { order_id: orderId } = await shop.start(batchId, access)
  /** Starts again and returns status, code and message. */
  const again = async () => {
    const answer = await shop.post(`/payment/start-payment/${batchId}/`, undefined, access)
    const { code, message } = answer.json<{ code?: string; message?: string }>()
    return [answer.statusCode, code, message]
  }
  return { shop, batchId, courseId, access, orderId, again }
}

/** Gives the only seat of the batch to another student, as staff can. */
async function fillBatch(shop: PayingShop, batchId: number) {
  const { person } = await signIn(shop)
  await changeBatch(shop, batchId, { capacity: 1 })
  await shop.db.query(
    'insert into enrolments (user_id, batch_id, created_at) select id, $2, app_now() from users where email = $1',
    [person.email, batchId],
  )
}
const freeSeat = (shop: PayingShop, batchId: number) =>
  shop.db.query('update enrolments set ended_at = app_now() where batch_id = $1 and payment_id is null', [batchId])
const raisePrice = (shop: PayingShop, courseId: number) =>
  shop.db.query('update courses set price_paise = price_paise + 10000 where id = $1', [courseId])

test('a start after the batch began finds an unreported payment', async () => {
  const { shop, batchId, orderId, again } = await startedOrder()
  await shop.pay(orderId)
  await startBatch(shop.db, batchId)
  expect(await again()).toEqual([409, 'already_enrolled', enrolled])
  expect(await shop.ledger()).toEqual(enrolledOnce)
})

test.each([
  ['cancelled', cancelBatch],
  ['filled', fillBatch],
])('a start refunds an unreported payment when the batch was %s', async (_, closed) => {
  const { shop, batchId, orderId, again } = await startedOrder()
  await shop.pay(orderId)
  await closed(shop, batchId)
  await shop.passTime('16 minutes')
  const reported = [409, 'refund_due', expect.stringContaining('The full amount goes back to the source')]
  expect(await again()).toEqual(reported)
  expect(await again()).toEqual(reported)
  expect(await shop.ledger()).toEqual({ enrolments: 0, receipts: 0, refunds: 1, dispositions: ['refund_due'] })
})

test.each([
  ['cancelled', cancelBatch],
  ['begun', (shop: PayingShop, batchId: number) => startBatch(shop.db, batchId)],
  ['filled', fillBatch],
])('an authorised payment stays confirming when the batch is %s', async (_, closed) => {
  const { shop, batchId, orderId, again } = await startedOrder()
  await shop.pay(orderId, 'authorized', { webhook: true })
  await shop.deliverWebhooks()
  await closed(shop, batchId)
  expect(await again()).toEqual([409, 'confirming', confirming])
  // The stored status is returned also while the provider is unreachable.
  await shop.faults({ orders: '502' })
  expect(await again()).toEqual([409, 'confirming', confirming])
})

test('a start says "no money was taken" only without earlier orders', async () => {
  const { shop, batchId, access, orderId, again } = await startedOrder()
  await fillBatch(shop, batchId)
  await shop.passTime('16 minutes')
  expect(await again()).toEqual([409, 'batch_full', 'This batch is full. Please choose another one.'])
  const other = await signIn(shop)
  expect((await shop.post(`/payment/start-payment/${batchId}/`, undefined, other.access)).json()).toMatchObject({
    message: 'This batch is full. Please choose another one. No money was taken.',
  })
  // The order is paid and fully refunded.
  await freeSeat(shop, batchId)
  const { razorpay_payment_id: paymentId } = await shop.pay(orderId, 'captured', { webhook: true })
  await shop.deliverWebhooks()
  await shop.provider('POST', `/v1/payments/${paymentId}/refund`, {})
  await shop.deliverWebhooks()
  expect((await shop.get(`/payment/status/${batchId}/`, access)).json()).toMatchObject({ status: 'refunded' })
  await fillBatch(shop, batchId)
  expect(await again()).toEqual([409, 'batch_full', 'This batch is full. Please choose another one.'])
})

test.each(['superseded', 'expired'])('a new price takes no second payment: paid %s order', async (status) => {
  const { shop, batchId, courseId, access, orderId, again } = await startedOrder()
  await raisePrice(shop, courseId)
  await shop.start(batchId, access)
  await shop.pay(orderId)
  await shop.db.query('update payment_orders set status = $2 where provider_order_id = $1', [orderId, status])
  await raisePrice(shop, courseId)
  expect(await again()).toEqual([409, 'already_enrolled', enrolled])
  expect(await shop.providerOrders()).toHaveLength(2)
  expect(await shop.ledger()).toEqual(enrolledOnce)
})

test('a new price takes no second payment after a paid order', async () => {
  const { shop, courseId, orderId, again } = await startedOrder()
  await shop.pay(orderId)
  await raisePrice(shop, courseId)
  expect(await again()).toEqual([409, 'already_enrolled', enrolled])
  expect(await shop.providerOrders()).toHaveLength(1)
})

test('a new price takes no second payment after an authorised one', async () => {
  const { shop, courseId, orderId, again } = await startedOrder()
  await shop.pay(orderId, 'authorized')
  await raisePrice(shop, courseId)
  expect(await again()).toEqual([409, 'confirming', confirming])
  expect(await again()).toEqual([409, 'confirming', confirming])
  await shop.passTime('16 minutes')
  await reconcile(shop.deps, system)
  await shop.passTime('16 minutes')
  await reconcile(shop.deps, system)
  expect(await shop.ledger()).toEqual(enrolledOnce)
  expect(await shop.providerOrders()).toHaveLength(1)
})

test('no second order is made while the provider does not answer', async () => {
  const { shop, batchId, courseId, access, orderId, again } = await startedOrder()
  await shop.pay(orderId)
  await raisePrice(shop, courseId)
  const { gateway } = shop.deps
  shop.deps.gateway = {
    ...gateway,
    listPaymentsOfOrder: () => Promise.reject(new GatewayError('away', { retryable: true, uncertain: false })),
  }
  expect(await again()).toEqual([
    503,
    'unavailable',
    'We could not check your earlier payment right now. Please try again in a moment.',
  ])
  shop.deps.gateway = gateway
  expect(await shop.providerOrders()).toHaveLength(1)
  expect(await again()).toEqual([409, 'already_enrolled', enrolled])
  expect((await shop.get(`/payment/status/${batchId}/`, access)).json()).toMatchObject({ status: 'enrolled' })
})

test('a payment in review blocks new orders until its refund', async () => {
  const { shop, batchId, access, orderId, again } = await startedOrder()
  const payWrong = async (order: string) => {
    await shop.faults({ payments: 'wrong_amount' })
    const { razorpay_payment_id: paymentId } = await shop.pay(order, 'captured', { webhook: true })
    await shop.faults({})
    await shop.deliverWebhooks()
    return paymentId
  }
  const paymentId = await payWrong(orderId)
  expect((await shop.ledger()).dispositions).toEqual(['review'])
  const message = 'Payment received. A member of our team is checking it and will write to you within one working day.'
  expect(await again()).toEqual([409, 'review', message])
  expect(await shop.providerOrders()).toHaveLength(1)
  await shop.provider('POST', `/v1/payments/${paymentId}/refund`, {})
  await shop.deliverWebhooks()
  const second = await shop.start(batchId, access)
  expect(second.order_id).not.toBe(orderId)
  await payWrong(second.order_id)
  await cancelBatch(shop, batchId)
  expect(await again()).toEqual([409, 'review', message])
  expect(await shop.providerOrders()).toHaveLength(2)
})

test('long expired orders and first starts cost no provider call', async () => {
  const { shop, batchId, courseId, access } = await startedOrder()
  const checkedOrders: string[] = []
  const { gateway } = shop.deps
  shop.deps.gateway = {
    ...gateway,
    listPaymentsOfOrder: (keyId, orderId) => {
      checkedOrders.push(orderId)
      return gateway.listPaymentsOfOrder(keyId, orderId)
    },
  }
  const { access: other } = await signIn(shop)
  await shop.start(batchId, other)
  expect(checkedOrders).toEqual([])
  await shop.db.query(`update payment_orders set status = 'expired', started_at = app_now() - interval '6 days 1 minute'`)
  await raisePrice(shop, courseId)
  await shop.start(batchId, access)
  expect(checkedOrders).toEqual([])
})
