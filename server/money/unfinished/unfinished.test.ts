import { expect, test } from 'vitest'
import { system } from '#server/platform/auth/principal.ts'
import { createPayingShop, type PayingShop } from '#tests/school/create-paying-shop.ts'
import { buy } from '#tests/school/sell-with-receipt.ts'
import { cancelBatch } from '#tests/school/change-batch.ts'
import { addBatch, sellCourse, startBatch } from '#tests/school/sell-course.ts'
import { setSettings } from '#tests/school/set-settings.ts'
import { codeSentTo, newPerson, signIn } from '#tests/school/sign-in.ts'
import { remindOfCheckouts } from './remind-of-checkouts.ts'

/** A course with a batch, and a student who asked for the mail and began a payment. */
async function shopWithCheckout(given: Parameters<typeof sellCourse>[1] = {}) {
  const shop = await createPayingShop()
  const sold = await sellCourse(shop.db, { startsIn: '90 days', ...given })
  const student = await signIn(shop)
  const want = async (wanted: boolean) => {
    const body = { reminder_day: true, reminder_soon: true, unfinished: wanted }
    const headers = { authorization: `Bearer ${student.access}` }
    const answer = await shop.app.inject({ method: 'PUT', url: '/api/mail-preferences/', headers, payload: body })
    expect(answer.statusCode).toBe(200)
  }
  await want(true)
  const remind = async () => {
    await remindOfCheckouts(shop.deps, system)
    const { rows } = await shop.db.query<{ to_address: string }>(
      `select to_address from mail_outbox where template = 'unfinished-payment' order by id`,
    )
    return rows.map(({ to_address: to }) => to)
  }
  return { shop, ...sold, student, want, remind, email: student.person.email }
}

test('a left payment is mailed once, an hour after its hold', async () => {
  const { shop, batchId, student, remind, email } = await shopWithCheckout()
  await shop.start(batchId, student.access)
  await shop.passTime('70 minutes')
  expect(await remind()).toEqual([])
  await shop.passTime('10 minutes')
  await Promise.all([remind(), remind()])
  expect(await remind()).toEqual([email])
  const [mail] = await shop.mails(email)
  expect(mail?.text).toContain(`/razarpayment/${batchId}`)
  expect(mail?.text).not.toMatch(/₹|%|discount|coupon/i)
  expect(mail?.text).toContain('/unsubscribe#unfinished.')
})

test('who did not ask for the mail gets none', async () => {
  const { shop, batchId, student, want, remind } = await shopWithCheckout()
  await shop.start(batchId, student.access)
  await want(false)
  const other = await signIn(shop)
  await shop.start(batchId, other.access)
  await shop.passTime('80 minutes')
  expect(await remind()).toEqual([])
})

test('the link of the mail switches it off', async () => {
  const { shop, batchId, courseId, student, remind, email } = await shopWithCheckout()
  await shop.start(batchId, student.access)
  await shop.passTime('80 minutes')
  await remind()
  const [mail] = await shop.mails(email)
  const token = /\/unsubscribe#(\S+)/.exec(mail?.text ?? '')?.[1]
  const answer = await shop.app.inject({ method: 'PUT', url: '/api/unsubscribe/', payload: { token, wanted: false } })
  expect(answer.json()).toEqual({ kind: 'unfinished', wanted: false })
  await shop.db.query(`update checkout_reminders set created_at = created_at - interval '31 days'`)
  const next = await addBatch(shop.db, courseId, { startsIn: '90 days' })
  await shop.db.query('update payment_orders set batch_id = $1', [next])
  expect(await remind()).toEqual([email])
})

test('a student gets one mail in 30 days', async () => {
  const { shop, batchId, courseId, student, remind, email } = await shopWithCheckout()
  await shop.start(batchId, student.access)
  await shop.passTime('80 minutes')
  expect(await remind()).toEqual([email])
  const next = await addBatch(shop.db, courseId, { startsIn: '90 days' })
  await shop.db.query('update payment_orders set batch_id = $1', [next])
  expect(await remind()).toEqual([email])
  await shop.db.query(`update checkout_reminders set created_at = created_at - interval '31 days'`)
  expect(await remind()).toEqual([email, email])
  await shop.db.query(`update checkout_reminders set created_at = created_at - interval '31 days'`)
  // The same batch is never mailed again.
  expect(await remind()).toEqual([email, email])
})

test('who has paid or a place in the course gets none', async () => {
  const { shop, batchId, courseId, student, remind } = await shopWithCheckout()
  await buy(shop, await addBatch(shop.db, courseId, { startsIn: '90 days' }), student)
  await shop.start(batchId, student.access)
  await shop.passTime('80 minutes')
  expect(await remind()).toEqual([])
  await shop.db.query('update enrolments set ended_at = now()')
  expect(await remind()).toEqual([])
})

test('a payment that is being confirmed is not left', async () => {
  const { shop, batchId, student, remind } = await shopWithCheckout()
  const order = await shop.start(batchId, student.access)
  await shop.pay(order.order_id, 'authorized', { webhook: true })
  await shop.deliverWebhooks()
  await shop.passTime('80 minutes')
  expect(await remind()).toEqual([])
})

test('a full batch is mailed once a seat is free again', async () => {
  const { shop, batchId, student, remind, email } = await shopWithCheckout({ capacity: 1 })
  const other = await signIn(shop)
  await shop.start(batchId, student.access)
  await shop.passTime('80 minutes')
  await shop.db.query('insert into enrolments (user_id, batch_id, created_at) values ($1, $2, now())', [other.user.id, batchId])
  expect(await remind()).toEqual([])
  await shop.db.query('update enrolments set ended_at = now()')
  expect(await remind()).toEqual([email])
})

test.each([
  ['started', ({ db }: PayingShop, batchId: number) => startBatch(db, batchId)],
  ['been cancelled', cancelBatch],
] as const)('a batch that has %s is not mailed', async (_state, close) => {
  const { shop, batchId, student, remind } = await shopWithCheckout()
  await shop.start(batchId, student.access)
  await shop.passTime('80 minutes')
  await close(shop, batchId)
  expect(await remind()).toEqual([])
})

test('the setting switches the mail off', async () => {
  const { shop, batchId, student, remind } = await shopWithCheckout()
  await setSettings(shop.db, { unfinished_mails: false })
  await shop.start(batchId, student.access)
  await shop.passTime('80 minutes')
  expect(await remind()).toEqual([])
})

test('an old payment is left alone', async () => {
  const { shop, batchId, student, remind } = await shopWithCheckout()
  await shop.start(batchId, student.access)
  await shop.passTime('2 days')
  expect(await remind()).toEqual([])
})

test('the tick of a registration holds once its person verified', async () => {
  const { shop, batchId, remind } = await shopWithCheckout()
  const person = newPerson()
  const registered = await shop.post('/auth/register/', { ...person, type: 'enroll', unfinished_mails: true })
  await shop.start(batchId, registered.json<{ access: string }>().access)
  await shop.passTime('80 minutes')
  expect(await remind()).toEqual([])
  await shop.post('/auth/login/', { email: person.email })
  const otp = await codeSentTo(shop, person.email)
  const verified = await shop.post(`/auth/verify-otp/?email=${encodeURIComponent(person.email)}`, { otp })
  expect(verified.statusCode).toBe(200)
  expect(await remind()).toEqual([person.email])
})
