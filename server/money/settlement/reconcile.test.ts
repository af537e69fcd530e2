import { system } from '#server/platform/auth/principal.ts'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { SignedIn } from '#contract/people/accounts.ts'
import { createPayingShop, type PayingShop } from '#tests/school/create-paying-shop.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { codeSentTo, newPerson, signIn } from '#tests/school/sign-in.ts'
import { razorpayGateway } from '#server/money/provider/razorpay.ts'
import { reconcile } from './reconcile.ts'
import { reconcileLedger } from './reconcile-ledger.ts'

const enrolledOnce = { enrolments: 1, receipts: 1, refunds: 0, dispositions: ['enrolled'] }

async function started() {
  const shop = await createPayingShop()
  const { batchId, courseId } = await sellCourse(shop.db)
  const { access } = await signIn(shop)
  const { order_id: orderId } = await shop.start(batchId, access)
  return { shop, batchId, courseId, access, orderId }
}

test('the reconciler enrols when browser and webhooks report nothing [PAY-05]', async () => {
  const { shop, orderId } = await started()
  await shop.pay(orderId)
  await reconcile(shop.deps, system)
  expect((await shop.ledger()).enrolments).toBe(0)
  await shop.passTime('2 minutes 1 second')
  await Promise.all([reconcile(shop.deps, system), reconcile(shop.deps, system)])
  expect(await shop.ledger()).toEqual(enrolledOnce)
})

test('a payment authorised for 15 minutes is captured and enrols [PAY-33]', async () => {
  const { shop, orderId, batchId, access } = await started()
  await shop.faults({ payments: 'stay_authorised' })
  await shop.pay(orderId, 'authorized')
  expect((await shop.get(`/payment/status/${batchId}/`, access)).json()).toMatchObject({ status: 'confirming' })
  await shop.faults({})
  await shop.passTime('16 minutes')
  await reconcile(shop.deps, system)
  expect(await shop.ledger()).toEqual(enrolledOnce)
})

test('a payment of a superseded order on the second day enrols [PAY-34]', async () => {
  const { shop, orderId, batchId, courseId, access } = await started()
  await shop.db.query('update courses set price_paise = price_paise + 100 where id = $1', [courseId])
  await shop.start(batchId, access)
  for (const step of ['3 minutes', '3 minutes', '10 minutes', '50 minutes', '1 day']) {
    await shop.passTime(step)
    await reconcile(shop.deps, system)
  }
  await shop.pay(orderId)
  await shop.passTime('7 hours')
  await reconcile(shop.deps, system)
  expect(await shop.ledger()).toEqual(enrolledOnce)
})

test('the reconciler adopts a provider order that was never stored [PAY-24]', async () => {
  const { shop, orderId } = await started()
  await shop.pay(orderId)
  await shop.db.query(`update payment_orders set status = 'creating', provider_order_id = null`)
  await shop.passTime('3 minutes')
  await reconcile(shop.deps, system)
  expect(await shop.ledger()).toEqual(enrolledOnce)
})

test('an unpaid order is no longer checked after six days', async () => {
  const { shop } = await started()
  for (let hours = 0; hours < 6 * 24 + 12; hours += 6) {
    await shop.passTime('6 hours 1 minute')
    await reconcile(shop.deps, system)
  }
  const { rows } = await shop.db.query<{ status: string; next_check_at: Date | null; checks: number }>(
    'select status, next_check_at, checks from payment_orders',
  )
  expect(rows).toMatchObject([{ status: 'expired', next_check_at: null }])
  expect(rows[0]?.checks).toBeLessThan(30)
})

test('an order is retried within a minute after a provider failure [SEC-086]', async () => {
  const { shop, orderId } = await started()
  await shop.pay(orderId)
  await shop.faults({ orders: '502', payments: '502' })
  await shop.passTime('3 minutes')
  await reconcile(shop.deps, system)
  expect((await shop.ledger()).enrolments).toBe(0)
  await shop.faults({})
  await shop.passTime('61 seconds')
  await reconcile(shop.deps, system)
  expect(await shop.ledger()).toEqual(enrolledOnce)
})

test('a start after six days renews hold and checks', async () => {
  const shop = await createPayingShop()
  const { batchId } = await sellCourse(shop.db, { capacity: 1, startsIn: '60 days' })
  const { orderId, access } = await startLongAgo(shop, batchId, '6 days 59 minutes')
  expect((await shop.start(batchId, access)).order_id).toBe(orderId)
  await shop.passTime('2 minutes 1 second')
  await reconcile(shop.deps, system)
  const other = await signIn(shop)
  expect((await shop.post(`/payment/start-payment/${batchId}/`, undefined, other.access)).json()).toMatchObject({
    code: 'batch_full',
  })
  await shop.pay(orderId)
  await shop.passTime('3 minutes')
  await reconcile(shop.deps, system)
  expect(await shop.ledger()).toEqual(enrolledOnce)
})

/** An unpaid order of the given age that the reconciler has checked on schedule; its student has just logged in. */
async function startLongAgo(shop: PayingShop, batchId: number, ago: string) {
  const student = newPerson()
  const { access: firstAccess } = await signIn(shop, student)
  const { order_id: orderId } = await shop.start(batchId, firstAccess)
  for (const step of ['2 minutes', '3 minutes', '10 minutes', '45 minutes', ...Array.from({ length: 23 }, () => '6 hours')]) {
    await shop.passTime(step)
    await reconcile(shop.deps, system)
  }
  await shop.db.query(
    `update app_clock set "offset" = "offset" + (select created_at + $1::interval - app_now() from payment_orders)`,
    [ago],
  )
  await shop.post('/auth/login/', { email: student.email })
  const otp = await codeSentTo(shop, student.email)
  const { access } = (await shop.post(`/auth/verify-otp/?email=${student.email}`, { otp })).json<SignedIn>()
  return { orderId, access }
}

test('a payment with an unknown status does not block others', async () => {
  const shop = await createPayingShop()
  const { batchId } = await sellCourse(shop.db)
  const { access } = await signIn(shop)
  const { order_id: orderId } = await shop.start(batchId, access)
  const { razorpay_payment_id: unknownId } = await shop.pay(orderId, 'failed')
  await shop.pay(orderId)
  await changeResponses(shop, (text) =>
    text.replace(/\{[^{}]*?"id":"(\w+)"[^{}]*?"status":"failed"/g, (item, id) =>
      id === unknownId ? item.replace('"status":"failed"', '"status":"held_for_the_bank"') : item,
    ),
  )
  await shop.passTime('3 minutes')
  await reconcile(shop.deps, system)
  expect(await shop.ledger()).toEqual({ ...enrolledOnce, dispositions: ['enrolled', 'pending'] })
  expect(shop.logged.join('\n')).toContain('a payment has an unknown status')
  expect(await reconcileLedger(shop.deps, system)).toMatchObject({ captured: 1, enrolled: 1 })
})

/** Changes the provider's responses on their way to the shop. */
async function changeResponses(shop: PayingShop, change: (text: string) => string): Promise<void> {
  const { provider } = shop.deps.config
  const proxy = createServer((request, response) => {
    void fetch(`${provider.apiUrl}${request.url}`, { headers: { authorization: request.headers.authorization ?? '' } }).then(
      async (answer) =>
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(change(await answer.text())),
    )
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => proxy.once('listening', resolve))
  onTestFinished(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  shop.deps.gateway = razorpayGateway({ ...provider, apiUrl: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` })
}
