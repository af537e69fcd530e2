import { expect, test } from 'vitest'
import { cancelBatch } from '#tests/school/change-batch.ts'
import { createPayingShop, type Triple } from '#tests/school/create-paying-shop.ts'
import { addBatch, sellCourse } from '#tests/school/sell-course.ts'
import { signIn } from '#tests/school/sign-in.ts'

const path = (batchId: number) => `/payment/payment-verify/${batchId}/`
const enrolledOnce = { enrolments: 1, receipts: 1, refunds: 0, dispositions: ['enrolled'] }

async function payOrder(options: Parameters<typeof sellCourse>[1] = {}) {
  const shop = await createPayingShop()
  const { batchId, courseId } = await sellCourse(shop.db, options)
  const student = await signIn(shop)
  const started = await shop.start(batchId, student.access)
  const triple = await shop.pay(started.order_id)
  return { shop, batchId, courseId, student, started, triple }
}

test('a verified payment enrols and mails one receipt', async () => {
  const { shop, batchId, courseId, student, triple } = await payOrder({ discounts: [{ value: '₹5,000' }] })
  const answer = await shop.post(path(batchId), triple, student.access)
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({
    status: 'enrolled',
    message: 'Payment verified successfully!',
    course_id: courseId,
    course_name: 'Testing in Practice',
    payment_id: triple.razorpay_payment_id,
    order_id: triple.razorpay_order_id,
    amount: 40_000,
  })
  expect(await shop.ledger()).toEqual(enrolledOnce)
  const courses = (await shop.get('/enrolled-courses/', student.access)).json<Record<string, object[]>>()
  expect(courses['enrolled courses']).toMatchObject([
    {
      id: courseId,
      batch_id: batchId,
      enrolled_batches: [{ batch_id: batchId, classroom_url: expect.stringMatching(/\/join\/\d+$/) }],
    },
  ])
  expect((await shop.get('/payment/payment-details/', student.access)).json()).toMatchObject([
    { course_title: 'Testing in Practice', amount: 40_000, razorpay_payment_id: triple.razorpay_payment_id, status: 'paid' },
  ])
  const receipts = (await shop.mails(student.person.email)).filter((mail) => mail.subject.includes('Receipt'))
  expect(receipts).toHaveLength(1)
  expect(receipts[0]?.text).toContain('₹40,000')
})

test('a start in a second tab after payment answers already enrolled [PAY-02]', async () => {
  const { shop, batchId, student, triple } = await payOrder()
  await shop.post(path(batchId), triple, student.access)
  const other = await shop.post(`/payment/start-payment/${batchId}/`, undefined, student.access)
  expect(other.statusCode).toBe(409)
  expect(other.json()).toMatchObject({ message: 'You have already enrolled in this batch.' })
  expect(await shop.ledger()).toEqual(enrolledOnce)
})

test('two captured orders enrol once and the second is refunded once [PAY-03]', async () => {
  const shop = await createPayingShop()
  const { batchId, courseId } = await sellCourse(shop.db)
  const student = await signIn(shop)
  const { order_id: before } = await shop.start(batchId, student.access)
  await shop.db.query('update courses set price_paise = price_paise + 100 where id = $1', [courseId])
  const { order_id: after } = await shop.start(batchId, student.access)
  const triple = await shop.pay(before)
  const second = await shop.pay(after)
  expect((await shop.post(path(batchId), triple, student.access)).statusCode).toBe(200)
  const late = await shop.post(path(batchId), second, student.access)
  expect(late.statusCode).toBe(202)
  expect(late.json()).toMatchObject({ status: 'refund_due' })
  expect(await shop.ledger()).toEqual({ enrolments: 1, receipts: 1, refunds: 1, dispositions: ['enrolled', 'refund_due'] })
  await Promise.all([shop.sendRefunds(), shop.post(path(batchId), second, student.access)])
  expect(await shop.ledger()).toEqual({ enrolments: 1, receipts: 1, refunds: 1, dispositions: ['enrolled', 'refunded'] })
  const refunds = (await shop.provider('GET', `/v1/payments/${second.razorpay_payment_id}/refunds`)) as { items: object[] }
  expect(refunds.items).toHaveLength(1)
})

test('enrols once when twenty verifications arrive at once [PAY-07 SEC-088]', async () => {
  const { shop, batchId, student, triple } = await payOrder()
  const answers = await Promise.all(Array.from({ length: 20 }, () => shop.post(path(batchId), triple, student.access)))
  expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([200]))
  expect(new Set(answers.map((answer) => answer.body)).size).toBe(1)
  expect(await shop.ledger()).toEqual(enrolledOnce)
})

test('a second verification returns the same success [PAY-08]', async () => {
  const { shop, batchId, student, triple } = await payOrder()
  const first = await shop.post(path(batchId), triple, student.access)
  await shop.faults({ payments: '502' })
  expect((await shop.post(path(batchId), triple, student.access)).body).toBe(first.body)
})

test('rejects a forged, short or non-hex signature and changes nothing [PAY-09]', async () => {
  const { shop, batchId, student, triple } = await payOrder()
  const forged = [
    triple.razorpay_signature.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
    triple.razorpay_signature.slice(0, 32),
    'z'.repeat(64),
    `${triple.razorpay_signature}00`,
  ]
  for (const razorpay_signature of forged) {
    const answer = await shop.post(path(batchId), { ...triple, razorpay_signature }, student.access)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ message: 'Payment verification failed' })
  }
  const swapped: Triple = { ...triple, razorpay_payment_id: 'pay_AAAAAAAAAAAAAA' }
  expect((await shop.post(path(batchId), swapped, student.access)).statusCode).toBe(400)
  expect(await shop.ledger()).toEqual({ enrolments: 0, receipts: 0, refunds: 0, dispositions: [] })
})

test('rejects a valid signature under another batch [PAY-10]', async () => {
  const { shop, courseId, student, triple } = await payOrder()
  const other = await addBatch(shop.db, courseId, {})
  expect((await shop.post(path(other), triple, student.access)).statusCode).toBe(400)
  expect((await shop.ledger()).enrolments).toBe(0)
})

test("another student's triple is refused and enrols its owner [PAY-11]", async () => {
  const { shop, batchId, student, triple } = await payOrder()
  const thief = await signIn(shop)
  expect((await shop.post(path(batchId), triple, thief.access)).statusCode).toBe(403)
  expect(await shop.ledger()).toEqual(enrolledOnce)
  expect((await shop.get('/enrolled-courses/', thief.access)).json()).toEqual({ 'enrolled courses': [] })
  const ownCourses = (await shop.get('/enrolled-courses/', student.access)).json<Record<string, object[]>>()
  expect(ownCourses['enrolled courses']).toHaveLength(1)
})

test('a payment is confirming, not failed, while the provider is unreachable [SEC-086]', async () => {
  const { shop, batchId, student, triple } = await payOrder()
  await shop.faults({ payments: '502' })
  const answer = await shop.post(path(batchId), triple, student.access)
  expect(answer.statusCode).toBe(202)
  expect(answer.json()).toEqual({
    status: 'confirming',
    message: 'Payment received, we are confirming it. You will be enrolled shortly.',
  })
  await shop.faults({})
  expect((await shop.get(`/payment/status/${batchId}/`, student.access)).json()).toMatchObject({ status: 'enrolled' })
  expect(await shop.ledger()).toEqual(enrolledOnce)
})

test('a price change during checkout does not change the amount [PAY-26]', async () => {
  const { shop, batchId, courseId, student, triple } = await payOrder()
  await shop.db.query('update courses set price_paise = 9900000 where id = $1', [courseId])
  expect((await shop.post(path(batchId), triple, student.access)).json()).toMatchObject({ status: 'enrolled', amount: 45_000 })
})

test('an amount that differs from the order goes to review [PAY-27]', async () => {
  const shop = await createPayingShop()
  const { batchId } = await sellCourse(shop.db)
  const { access } = await signIn(shop)
  const { order_id: orderId } = await shop.start(batchId, access)
  await shop.faults({ payments: 'wrong_amount' })
  const triple = await shop.pay(orderId)
  expect((await shop.post(path(batchId), triple, access)).json()).toMatchObject({ status: 'review' })
  expect(await shop.ledger()).toEqual({ enrolments: 0, receipts: 0, refunds: 0, dispositions: ['review'] })
})

test('two payers of the last seat: one enrols, one is refunded [PAY-29]', async () => {
  const { shop, batchId, student, triple } = await payOrder({ capacity: 1 })
  await shop.passTime('16 minutes')
  const second = await signIn(shop)
  const otherTriple = await shop.pay((await shop.start(batchId, second.access)).order_id)
  const answers = await Promise.all([
    shop.post(path(batchId), triple, student.access),
    shop.post(path(batchId), otherTriple, second.access),
  ])
  expect(answers.map((answer) => answer.json<{ status: string }>().status)).toEqual(['refund_due', 'enrolled'])
  expect(await shop.ledger()).toMatchObject({ enrolments: 1, receipts: 1, refunds: 1 })
})

test('a capture after the hold enrols while a seat is free [PAY-30]', async () => {
  const { shop, batchId, student, triple } = await payOrder({ capacity: 1 })
  await shop.passTime('16 minutes')
  expect((await shop.post(path(batchId), triple, student.access)).json()).toMatchObject({ status: 'enrolled' })
})

test('a capture after the hold is refunded in a full batch [PAY-30]', async () => {
  const { shop, batchId, student, triple } = await payOrder({ capacity: 1 })
  await shop.passTime('16 minutes')
  const second = await signIn(shop)
  const otherTriple = await shop.pay((await shop.start(batchId, second.access)).order_id)
  expect((await shop.post(path(batchId), otherTriple, second.access)).json()).toMatchObject({ status: 'enrolled' })
  expect((await shop.post(path(batchId), triple, student.access)).json()).toMatchObject({ status: 'refund_due' })
  await shop.sendRefunds()
  expect(await shop.ledger()).toEqual({ enrolments: 1, receipts: 1, refunds: 1, dispositions: ['enrolled', 'refunded'] })
})

test('a batch started during payment enrols, a cancelled one refunds [PAY-31]', async () => {
  const started = await payOrder()
  await started.shop.passTime('11 days')
  await started.shop.db.query(`update sessions set idle_expires_at = idle_expires_at + interval '30 days'`)
  expect((await started.shop.post(path(started.batchId), started.triple, started.student.access)).json()).toMatchObject({
    status: 'enrolled',
  })
  const cancelled = await payOrder()
  await cancelBatch(cancelled.shop, cancelled.batchId)
  expect((await cancelled.shop.post(path(cancelled.batchId), cancelled.triple, cancelled.student.access)).json()).toMatchObject({
    status: 'refund_due',
  })
})

test('the status call finds a payment after checkout was dismissed [PAY-32]', async () => {
  const shop = await createPayingShop()
  const { batchId } = await sellCourse(shop.db)
  const { access } = await signIn(shop)
  const status = async () => (await shop.get(`/payment/status/${batchId}/`, access)).json<{ status: string }>().status
  expect(await status()).toBe('none')
  const { order_id: orderId } = await shop.start(batchId, access)
  expect(await status()).toBe('open')
  await shop.pay(orderId, 'failed')
  expect(await status()).toBe('open')
  await shop.pay(orderId)
  expect(await status()).toBe('enrolled')
  expect(await shop.ledger()).toMatchObject({ enrolments: 1, receipts: 1, refunds: 0 })
})

test('twenty concurrent payments leave no gap in the receipt numbers', async () => {
  const shop = await createPayingShop()
  const { batchId } = await sellCourse(shop.db)
  const sales = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const { access } = await signIn(shop)
      return { access, triple: await shop.pay((await shop.start(batchId, access)).order_id) }
    }),
  )
  await Promise.all(sales.map(({ access, triple }) => shop.post(path(batchId), triple, access)))
  const { rows } = await shop.db.query<{ number: number }>('select number from receipts order by number')
  expect(rows.map((row) => row.number)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
})
