import { expect, test } from 'vitest'
import { createPayingShop } from '#tests/school/create-paying-shop.ts'
import { sellCourse, startBatch } from '#tests/school/sell-course.ts'
import { signIn } from '#tests/school/sign-in.ts'

async function startedOrder(options: Parameters<typeof sellCourse>[1] = {}) {
  const shop = await createPayingShop()
  const { batchId, courseId } = await sellCourse(shop.db, { startsIn: '20 days', ...options })
  const { access, person } = await signIn(shop)
  await shop.db.query(`update sessions set idle_expires_at = 'infinity', expires_at = 'infinity'`)
  const { order_id: orderId } = await shop.start(batchId, access)
  const pay = async () =>
    (await shop.post(`/payment/payment-verify/${batchId}/`, await shop.pay(orderId), access)).json<{ status: string }>().status
  const changePrice = () => shop.db.query('update courses set price_paise = 9900000 where id = $1', [courseId])
  const refundMails = async () => (await shop.mails(person.email)).filter(({ subject }) => subject.includes('goes back'))
  return { shop, batchId, access, pay, changePrice, refundMails }
}

test('a payment after the batch ended is refunded with a mail [PAY-30]', async () => {
  const { shop, batchId, pay, refundMails } = await startedOrder()
  await startBatch(shop.db, batchId, '-90 days', '-1 minute')
  expect(await pay()).toBe('refund_due')
  expect(await shop.ledger()).toEqual({ enrolments: 0, receipts: 0, refunds: 1, dispositions: ['refund_due'] })
  const mails = await refundMails()
  expect(mails).toHaveLength(1)
  expect(mails[0]?.subject).toContain('₹45,000.00')
  expect(mails[0]?.text.replaceAll('\n', ' ')).toContain('The batch had ended when your payment arrived.')
  expect(mails[0]?.text.replaceAll('\n', ' ')).toContain('within 5 to 10 working days')
})

test('an order older than seven days at another price is refunded [PAY-30]', async () => {
  const { shop, pay, changePrice, refundMails } = await startedOrder()
  await changePrice()
  await shop.passTime('7 days 1 minute')
  expect(await pay()).toBe('refund_due')
  expect((await refundMails())[0]?.text.replaceAll('\n', ' ')).toContain('the price has changed since')
  expect((await shop.db.query('select reason from refunds')).rows).toEqual([{ reason: 'price changed' }])
})

test('an order older than seven days at the same price enrols', async () => {
  const { shop, pay } = await startedOrder()
  await shop.passTime('15 days')
  expect(await pay()).toBe('enrolled')
})

test('an order younger than seven days at another price enrols', async () => {
  const { shop, pay, changePrice } = await startedOrder()
  await changePrice()
  await shop.passTime('6 days 23 hours')
  expect(await pay()).toBe('enrolled')
})

test('a price change while checkout is open is honoured', async () => {
  const { shop, batchId, access, pay, changePrice } = await startedOrder()
  await shop.passTime('8 days')
  await shop.start(batchId, access)
  await changePrice()
  expect(await pay()).toBe('enrolled')
})
