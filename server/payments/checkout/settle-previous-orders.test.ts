import { system } from '../../auth/principal.ts'
import { expect, test } from 'vitest'
import { createPayingShop, type PayingShop } from '#tests/create-paying-shop.ts'
import { sellCourse } from '#tests/sell-course.ts'
import { signIn } from '#tests/sign-in.ts'
import { GatewayError } from '../provider/gateway.ts'
import { reconcile } from '../settlement/reconcile.ts'

const once = { enrolments: 1, receipts: 1, refunds: 0, dispositions: ['enrolled'] }
const confirming = 'Payment received, we are confirming it. You will be enrolled shortly.'
const enrolled = 'You have already enrolled in this batch.'

async function begun(given: Parameters<typeof sellCourse>[1] = {}) {
  const shop = await createPayingShop()
  const { batchId, courseId } = await sellCourse(shop.db, given)
  const { access } = await signIn(shop)
  const { order_id: orderId } = await shop.start(batchId, access)
  /** Status, code and words of another start. */
  const again = async () => {
    const answer = await shop.post(`/payment/start-payment/${batchId}/`, undefined, access)
    const { code, message } = answer.json<{ code?: string; message?: string }>()
    return [answer.statusCode, code, message]
  }
  return { shop, batchId, courseId, access, orderId, again }
}

const cancel = (shop: PayingShop, batchId: number) =>
  shop.db.query('update batches set cancelled_at = app_now() where id = $1', [batchId])
const begin = (shop: PayingShop, batchId: number) =>
  shop.db.query(`update batches set starts_at = app_now() - interval '1 minute' where id = $1`, [batchId])
/** Its only place is somebody else's, by the hand of staff. */
async function fill(shop: PayingShop, batchId: number) {
  const { person } = await signIn(shop)
  await shop.db.query('update batches set capacity = 1 where id = $1', [batchId])
  await shop.db.query(
    'insert into enrolments (user_id, batch_id, created_at) select id, $2, app_now() from users where email = $1',
    [person.email, batchId],
  )
}
const makeRoom = (shop: PayingShop, batchId: number) =>
  shop.db.query('update enrolments set ended_at = app_now() where batch_id = $1 and payment_id is null', [batchId])
const raise = (shop: PayingShop, courseId: number) =>
  shop.db.query('update courses set price_paise = price_paise + 10000 where id = $1', [courseId])

test('money that nobody here heard of is found when its payer starts again after the batch has begun', async () => {
  const { shop, batchId, orderId, again } = await begun()
  await shop.pay(orderId)
  await begin(shop, batchId)
  expect(await again()).toEqual([409, 'already_enrolled', enrolled])
  expect(await shop.books()).toEqual(once)
})

test.each([
  ['cancelled', cancel],
  ['filled', fill],
])('money that nobody here heard of goes back, and its payer hears so, when the batch was %s', async (_, closed) => {
  const { shop, batchId, orderId, again } = await begun()
  await shop.pay(orderId)
  await closed(shop, batchId)
  await shop.passTime('16 minutes')
  const reported = [409, 'refund_due', expect.stringContaining('The full amount goes back to the source')]
  expect(await again()).toEqual(reported)
  expect(await again()).toEqual(reported)
  expect(await shop.books()).toEqual({ enrolments: 0, receipts: 0, refunds: 1, dispositions: ['refund_due'] })
})

test.each([
  ['cancelled', cancel],
  ['begun', begin],
  ['filled', fill],
])('an authorised payment is still being confirmed when the batch is %s', async (_, closed) => {
  const { shop, batchId, orderId, again } = await begun()
  await shop.pay(orderId, 'authorized', { webhook: true })
  await shop.deliverWebhooks()
  await closed(shop, batchId)
  expect(await again()).toEqual([409, 'confirming', confirming])
  // What is known here is said also while the provider is away.
  await shop.faults({ orders: '502' })
  expect(await again()).toEqual([409, 'confirming', confirming])
})

test('that no money was taken is said to nobody who has ever had an order for the batch', async () => {
  const { shop, batchId, access, orderId, again } = await begun()
  await fill(shop, batchId)
  await shop.passTime('16 minutes')
  expect(await again()).toEqual([409, 'batch_full', 'This batch is full. Please choose another one.'])
  const other = await signIn(shop)
  expect((await shop.post(`/payment/start-payment/${batchId}/`, undefined, other.access)).json()).toMatchObject({
    message: 'This batch is full. Please choose another one. No money was taken.',
  })
  // Paid, and all of it sent back.
  await makeRoom(shop, batchId)
  const { razorpay_payment_id: paymentId } = await shop.pay(orderId, 'captured', { webhook: true })
  await shop.deliverWebhooks()
  await shop.provider('POST', `/v1/payments/${paymentId}/refund`, {})
  await shop.deliverWebhooks()
  expect((await shop.get(`/payment/status/${batchId}/`, access)).json()).toMatchObject({ status: 'refunded' })
  await fill(shop, batchId)
  expect(await again()).toEqual([409, 'batch_full', 'This batch is full. Please choose another one.'])
})

test.each(['superseded', 'expired'])('a new price asks nobody to pay who has paid an order that is %s', async (status) => {
  const { shop, batchId, courseId, access, orderId, again } = await begun()
  await raise(shop, courseId)
  await shop.start(batchId, access)
  await shop.pay(orderId)
  await shop.db.query('update payment_orders set status = $2 where provider_order_id = $1', [orderId, status])
  await raise(shop, courseId)
  expect(await again()).toEqual([409, 'already_enrolled', enrolled])
  expect(await shop.providerOrders()).toHaveLength(2)
  expect(await shop.books()).toEqual(once)
})

test('a new price asks nobody to pay whose live order was paid', async () => {
  const { shop, courseId, orderId, again } = await begun()
  await shop.pay(orderId)
  await raise(shop, courseId)
  expect(await again()).toEqual([409, 'already_enrolled', enrolled])
  expect(await shop.providerOrders()).toHaveLength(1)
})

test('a new price asks nobody to pay whose payment is authorised, and the reconciler enrols', async () => {
  const { shop, courseId, orderId, again } = await begun()
  await shop.pay(orderId, 'authorized')
  await raise(shop, courseId)
  expect(await again()).toEqual([409, 'confirming', confirming])
  expect(await again()).toEqual([409, 'confirming', confirming])
  await shop.passTime('16 minutes')
  await reconcile(shop.deps, system)
  await shop.passTime('16 minutes')
  await reconcile(shop.deps, system)
  expect(await shop.books()).toEqual(once)
  expect(await shop.providerOrders()).toHaveLength(1)
})

test('while the provider can not be asked about an order, no second one is opened for a new price', async () => {
  const { shop, batchId, courseId, access, orderId, again } = await begun()
  await shop.pay(orderId)
  await raise(shop, courseId)
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

test('nobody is asked to pay again while a person looks at the payment, until it has gone back', async () => {
  const { shop, batchId, access, orderId, again } = await begun()
  await shop.faults({ payments: 'wrong_amount' })
  const { razorpay_payment_id: paymentId } = await shop.pay(orderId, 'captured', { webhook: true })
  await shop.faults({})
  await shop.deliverWebhooks()
  expect((await shop.books()).dispositions).toEqual(['review'])
  const words = 'Payment received. A member of our team is checking it and will write to you within one working day.'
  expect(await again()).toEqual([409, 'review', words])
  await cancel(shop, batchId)
  expect(await again()).toEqual([409, 'review', words])
  expect(await shop.providerOrders()).toHaveLength(1)
  await shop.db.query('update batches set cancelled_at = null where id = $1', [batchId])
  await shop.provider('POST', `/v1/payments/${paymentId}/refund`, {})
  await shop.deliverWebhooks()
  expect((await shop.start(batchId, access)).order_id).not.toBe(orderId)
})

test('an order that was given up long ago is not asked about, and a first start asks about none', async () => {
  const { shop, batchId, courseId, access } = await begun()
  const asked: string[] = []
  const { gateway } = shop.deps
  shop.deps.gateway = {
    ...gateway,
    listPaymentsOfOrder: (keyId, orderId) => {
      asked.push(orderId)
      return gateway.listPaymentsOfOrder(keyId, orderId)
    },
  }
  const { access: other } = await signIn(shop)
  await shop.start(batchId, other)
  expect(asked).toEqual([])
  await shop.db.query(`update payment_orders set status = 'expired', started_at = app_now() - interval '6 days 1 minute'`)
  await raise(shop, courseId)
  await shop.start(batchId, access)
  expect(asked).toEqual([])
})
