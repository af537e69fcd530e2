import { expect, test } from 'vitest'
import type { StartedPayment } from '#contract/money/payments.ts'
import { cancelBatch } from '#tests/school/change-batch.ts'
import { createPayingShop } from '#tests/school/create-paying-shop.ts'
import { addBatch, sellCourse } from '#tests/school/sell-course.ts'
import { signIn } from '#tests/school/sign-in.ts'

const path = (batchId: number) => `/payment/start-payment/${batchId}/`

test('a start returns the checkout data with the discounted amount', async () => {
  const shop = await createPayingShop()
  const { batchId } = await sellCourse(shop.db, { discounts: [{ value: '20%' }] })
  const { access, person } = await signIn(shop)
  const started = await shop.start(batchId, access)
  expect(started).toEqual({
    razorpay_key_id: shop.deps.config.provider.keys[0]?.id,
    amount: 36_000,
    order_id: expect.stringMatching(/^order_/),
    course_name: 'Testing in Practice',
    phone: person.phone_number,
    email: person.email,
    name: person.full_name,
  })
  expect(await shop.providerOrders()).toMatchObject([{ id: started.order_id, amount: 3_600_000, status: 'created' }])
})

test('ten concurrent starts make one order [PAY-01]', async () => {
  const shop = await createPayingShop()
  const { batchId } = await sellCourse(shop.db)
  const { access } = await signIn(shop)
  const answers = await Promise.all(Array.from({ length: 10 }, () => shop.post(path(batchId), undefined, access)))
  expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([200]))
  expect(new Set(answers.map((answer) => answer.json<StartedPayment>().order_id)).size).toBe(1)
  expect(await shop.providerOrders()).toHaveLength(1)
})

test('₹1,499.99 is exactly 149999 paise at the provider [PAY-28]', async () => {
  const shop = await createPayingShop()
  const { batchId } = await sellCourse(shop.db, { price: 149_999 })
  const { access } = await signIn(shop)
  expect((await shop.start(batchId, access)).amount).toBe(1499.99)
  expect((await shop.providerOrders())[0]?.amount).toBe(149_999)
})

test('a new price supersedes the previous order', async () => {
  const shop = await createPayingShop()
  const { batchId, courseId } = await sellCourse(shop.db)
  const { access } = await signIn(shop)
  const before = await shop.start(batchId, access)
  await shop.db.query('update courses set price_paise = 5000000 where id = $1', [courseId])
  const after = await shop.start(batchId, access)
  expect(after.order_id).not.toBe(before.order_id)
  expect(after.amount).toBe(50_000)
  const orders = await shop.db.query('select status from payment_orders order by id')
  expect(orders.rows).toEqual([{ status: 'superseded' }, { status: 'open' }])
})

test('refuses started, cancelled, full and unknown batches with the reason', async () => {
  const shop = await createPayingShop()
  const { courseId, batchId } = await sellCourse(shop.db, { capacity: 1 })
  const [first, second] = [await signIn(shop), await signIn(shop)]
  await shop.start(batchId, first.access)
  const refusal = async (id: number) => {
    const answer = await shop.post(path(id), undefined, second.access)
    return [answer.statusCode, answer.json<{ code: string }>().code]
  }
  expect(await refusal(batchId)).toEqual([409, 'batch_full'])
  expect(await refusal(await addBatch(shop.db, courseId, { startsIn: '-1 hour' }))).toEqual([409, 'batch_started'])
  expect(await refusal(await cancelBatch(shop, await addBatch(shop.db, courseId)))).toEqual([409, 'batch_cancelled'])
  expect(await refusal(999_999)).toEqual([404, 'not_found'])
  await shop.passTime('15 minutes 1 second')
  expect((await shop.post(path(batchId), undefined, second.access)).statusCode).toBe(200)
  expect(await shop.post(path(batchId), undefined, first.access).then((answer) => answer.json<{ code: string }>().code)).toBe(
    'batch_full',
  )
})

test('fifty concurrent starts for ten seats get ten orders', async () => {
  const shop = await createPayingShop()
  const { batchId } = await sellCourse(shop.db, { capacity: 10 })
  const students = await Promise.all(Array.from({ length: 50 }, () => signIn(shop)))
  const answers = await Promise.all(students.map(({ access }) => shop.post(path(batchId), undefined, access)))
  expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(10)
  expect(answers.filter((answer) => answer.statusCode === 409)).toHaveLength(40)
})

test('refuses a start without a login and stores nothing', async () => {
  const shop = await createPayingShop()
  const { batchId } = await sellCourse(shop.db)
  expect((await shop.post(path(batchId))).statusCode).toBe(401)
  expect((await shop.db.query('select 1 from payment_orders')).rowCount).toBe(0)
})

test('an order whose creation response was lost is adopted [PAY-23]', async () => {
  const shop = await createPayingShop()
  const { batchId } = await sellCourse(shop.db)
  const { access } = await signIn(shop)
  await shop.faults({ orders: { fault: 'lost_answer', times: 1 } })
  const started = await shop.start(batchId, access)
  expect(await shop.providerOrders()).toMatchObject([{ id: started.order_id }])
})

test('the next start adopts an order that was never stored [PAY-24]', async () => {
  const shop = await createPayingShop()
  const { batchId } = await sellCourse(shop.db)
  const { access } = await signIn(shop)
  const started = await shop.start(batchId, access)
  await shop.db.query(`update payment_orders set status = 'creating', provider_order_id = null`)
  await shop.passTime('11 seconds')
  expect((await shop.start(batchId, access)).order_id).toBe(started.order_id)
  expect(await shop.providerOrders()).toHaveLength(1)
})

test.each(['429', '502', 'reset', '500'])(
  '%s from the provider answers 503 and leaves no second order [PAY-25 SEC-086]',
  async (fault) => {
    const shop = await createPayingShop()
    const { batchId } = await sellCourse(shop.db)
    const { access } = await signIn(shop)
    await shop.faults({ orders: fault })
    const refused = await shop.post(path(batchId), undefined, access)
    expect(refused.statusCode).toBe(503)
    expect(refused.json<{ message: string }>().message).toMatch(/try again/)
    expect(refused.headers['retry-after']).toBeDefined()
    await shop.faults({})
    await shop.start(batchId, access)
    expect(await shop.providerOrders()).toHaveLength(1)
    expect((await shop.db.query('select 1 from payment_orders')).rowCount).toBe(1)
  },
)

test('a start after an unreported payment enrols instead of charging again', async () => {
  const shop = await createPayingShop()
  const { batchId } = await sellCourse(shop.db)
  const { access } = await signIn(shop)
  const { order_id: orderId } = await shop.start(batchId, access)
  await shop.pay(orderId)
  const again = await shop.post(path(batchId), undefined, access)
  expect([again.statusCode, again.json<{ message: string }>().message]).toEqual([409, 'You have already enrolled in this batch.'])
  expect(await shop.ledger()).toMatchObject({ enrolments: 1, receipts: 1 })
})
