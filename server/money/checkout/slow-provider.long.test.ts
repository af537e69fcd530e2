import { system } from '#server/platform/auth/principal.ts'
import { expect, test, vi } from 'vitest'
import { createPayingShop } from '#tests/school/create-paying-shop.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { signIn } from '#tests/school/sign-in.ts'
import { reconcile } from '#server/money/settlement/reconcile.ts'

vi.setConfig({ testTimeout: 90_000 })

// The limits of the calls sum up to eight to ten seconds. A busy machine adds its own, and a hanging provider never answers.
const hangMs = 30_000
const enrolledOnce = { enrolments: 1, receipts: 1, refunds: 0, dispositions: ['enrolled'] }

async function startedOrder() {
  const shop = await createPayingShop()
  const { batchId, courseId } = await sellCourse(shop.db)
  const { access } = await signIn(shop)
  /** Returns a response and the milliseconds it took. */
  const timed = async <T>(answer: Promise<T>) => {
    const startedAt = performance.now()
    return { answer: await answer, took: performance.now() - startedAt }
  }
  return { shop, batchId, courseId, access, timed }
}

test('verify answers confirming while the provider hangs [SEC-086]', async () => {
  const { shop, batchId, access, timed } = await startedOrder()
  const triple = await shop.pay((await shop.start(batchId, access)).order_id)
  await shop.faults({ payments: 'hang', orders: 'hang' })
  const { answer, took } = await timed(shop.post(`/payment/payment-verify/${batchId}/`, triple, access))
  expect([answer.statusCode, answer.json()]).toEqual([202, expect.objectContaining({ status: 'confirming' })])
  expect(took).toBeLessThan(hangMs)
  await shop.faults({})
  await shop.passTime('3 minutes')
  await reconcile(shop.deps, system)
  expect(await shop.ledger()).toEqual(enrolledOnce)
})

test('a start answers 503 while the provider hangs [SEC-086]', async () => {
  const { shop, batchId, access, timed } = await startedOrder()
  await shop.faults({ orders: 'hang' })
  const { answer, took } = await timed(shop.post(`/payment/start-payment/${batchId}/`, undefined, access))
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
  expect(took).toBeLessThan(hangMs)
  await shop.faults({})
  await shop.start(batchId, access)
  expect(await shop.providerOrders()).toHaveLength(1)
})

test('a start with many earlier orders answers while the provider hangs [SEC-086]', async () => {
  const { shop, batchId, courseId, access, timed } = await startedOrder()
  for (let price = 1; price <= 4; price += 1) {
    await shop.start(batchId, access)
    await shop.db.query('update courses set price_paise = price_paise + 100 where id = $1', [courseId])
  }
  await shop.faults({ orders: 'hang', payments: 'hang' })
  const [start, status] = await Promise.all([
    timed(shop.post(`/payment/start-payment/${batchId}/`, undefined, access)),
    timed(shop.get(`/payment/status/${batchId}/`, access)),
  ])
  expect([start.answer.statusCode, status.answer.statusCode]).toEqual([503, 503])
  expect(start.took).toBeLessThan(hangMs)
  expect(status.took).toBeLessThan(hangMs)
})

test('an interrupted reconciler run has taken one order [SEC-086]', async () => {
  const { shop, batchId } = await startedOrder()
  for (let student = 0; student < 5; student += 1) await shop.start(batchId, (await signIn(shop)).access)
  await shop.passTime('3 minutes')
  const { gateway } = shop.deps
  shop.deps.gateway = { ...gateway, listPaymentsOfOrder: () => Promise.reject(new Error('interrupted')) }
  await expect(reconcile(shop.deps, system)).rejects.toThrow('interrupted')
  const { rows } = await shop.db.query<{ checks: number }>('select checks from payment_orders order by checks desc')
  expect(rows.map(({ checks }) => checks)).toEqual([1, 0, 0, 0, 0])
})
