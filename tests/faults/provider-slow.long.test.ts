import { expect, test } from 'vitest'
import { createPayingShop } from '#tests/school/create-paying-shop.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { signIn } from '#tests/school/sign-in.ts'

// The test takes as long as the product's own timeouts.
test('a hanging provider causes 503 on start and loses no payment [SEC-086]', {
  timeout: 180_000,
}, async () => {
  const shop = await createPayingShop()
  const { batchId } = await sellCourse(shop.db)
  const { access } = await signIn(shop)
  const start = `/payment/start-payment/${batchId}/`

  await shop.faults({ orders: 'hang', payments: 'hang' })
  const refused = await shop.post(start, undefined, access)
  expect(refused.statusCode).toBe(503)
  expect(refused.json<{ message: string }>().message).toMatch(/try again/)
  expect(refused.headers['retry-after']).toMatch(/^\d+$/)
  const { rows } = await shop.db.query('select status, provider_order_id from payment_orders')
  expect(rows).toEqual([{ status: 'creating', provider_order_id: null }])

  await shop.faults({})
  const order = await shop.start(batchId, access)
  expect(await shop.providerOrders()).toMatchObject([{ id: order.order_id }])
  const triple = await shop.pay(order.order_id)
  await shop.faults({ orders: 'hang', payments: 'hang' })
  const waiting = await shop.post(`/payment/payment-verify/${batchId}/`, triple, access)
  expect([waiting.statusCode, waiting.json<{ status: string }>().status], waiting.body).toEqual([202, 'confirming'])

  await shop.faults({})
  const verified = await shop.post(`/payment/payment-verify/${batchId}/`, triple, access)
  expect([verified.statusCode, verified.json<{ status: string }>().status]).toEqual([200, 'enrolled'])
  expect(await shop.ledger()).toEqual({ enrolments: 1, receipts: 1, refunds: 0, dispositions: ['enrolled'] })
})
