import { system } from '#server/platform/auth/principal.ts'
import { expect, test } from 'vitest'
import { cancelBatch } from '#tests/school/change-batch.ts'
import { createPayingShop } from '#tests/school/create-paying-shop.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { signIn } from '#tests/school/sign-in.ts'
import { runPayments } from '#server/money/cli/payments.ts'
import { reconcileLedger } from '#server/money/settlement/reconcile-ledger.ts'

/** A student who paid for a batch that was cancelled meanwhile, so a refund is due. */
async function refundDue() {
  const shop = await createPayingShop()
  const { batchId } = await sellCourse(shop.db)
  const { access } = await signIn(shop)
  const triple = await shop.pay((await shop.start(batchId, access)).order_id)
  await cancelBatch(shop, batchId)
  await shop.post(`/payment/payment-verify/${batchId}/`, triple, access)
  const refunds = async () =>
    (await shop.db.query('select status, actor_kind, provider_refund_id is not null as sent from refunds order by id')).rows
  const atProvider = async () =>
    ((await shop.provider('GET', `/v1/payments/${triple.razorpay_payment_id}/refunds`)) as { items: object[] }).items
  return { shop, batchId, access, triple, refunds, atProvider }
}

test('a due refund is sent once and the payment becomes refunded', async () => {
  const { shop, access, refunds, atProvider } = await refundDue()
  expect(await shop.ledger()).toMatchObject({ dispositions: ['refund_due'], refunds: 1 })
  await shop.sendRefunds()
  expect(await refunds()).toEqual([{ status: 'processed', actor_kind: 'system', sent: true }])
  expect(await atProvider()).toMatchObject([{ amount: 4_500_000 }])
  expect((await shop.get('/payment/payment-details/', access)).json()).toMatchObject([{ status: 'refunded' }])
})

test('a refund whose response is lost is retried and refunds once [PAY-35]', async () => {
  const { shop, refunds, atProvider } = await refundDue()
  await shop.faults({ refunds: { fault: 'lost_answer', times: 1 } })
  await expect(shop.sendRefunds()).rejects.toThrow('did not answer')
  expect(await refunds()).toEqual([{ status: 'sent', actor_kind: 'system', sent: false }])
  await shop.deliverWebhooks()
  await shop.db.query(
    `update pgboss.job set state = 'retry', start_after = now() where name = 'send-refund' and state = 'active'`,
  )
  await shop.sendRefunds()
  expect(await refunds()).toEqual([{ status: 'processed', actor_kind: 'system', sent: true }])
  expect(await atProvider()).toHaveLength(1)
})

test('a refund failed at the provider is logged and shown [PAY-36]', async () => {
  const { shop, triple, refunds } = await refundDue()
  await shop.faults({ refunds: 'failed' })
  await shop.sendRefunds()
  await shop.deliverWebhooks()
  expect(await refunds()).toEqual([{ status: 'failed', actor_kind: 'system', sent: true }])
  expect(shop.logged.join('\n')).toContain('a refund failed at the provider')
  expect((await runPayments(shop.deps, ['review'])).lines.join('\n')).toContain(triple.razorpay_payment_id)
  expect(await shop.ledger()).toMatchObject({ dispositions: ['refund_due'] })
  expect((await runPayments(shop.deps, ['ledger'])).lines).toContainEqual(expect.stringMatching(/^to decide +1 payment/))
  shop.deps.config.metricsToken = 'token'
  const metrics = await shop.app.inject({ url: '/metrics', headers: { authorization: 'Bearer token' } })
  expect(metrics.body).toContain('waiting_work{kind="review"} 1')
})

test("a refund in the provider's dashboard is recorded and ends access [PAY-38]", async () => {
  const shop = await createPayingShop()
  const { batchId } = await sellCourse(shop.db)
  const { access } = await signIn(shop)
  const triple = await shop.pay((await shop.start(batchId, access)).order_id, 'captured', { webhook: true })
  await shop.deliverWebhooks()
  expect((await shop.ledger()).enrolments).toBe(1)
  await shop.provider('POST', `/v1/payments/${triple.razorpay_payment_id}/refund`, {})
  await shop.deliverWebhooks()
  expect(await shop.ledger()).toEqual({ enrolments: 0, receipts: 1, refunds: 1, dispositions: ['refunded'] })
  expect((await shop.get('/enrolled-courses/', access)).json()).toEqual({ 'enrolled courses': [] })
})

/** An enrolled student whose payment the webhooks reported. */
async function enrolled() {
  const shop = await createPayingShop()
  const { batchId } = await sellCourse(shop.db)
  const { access } = await signIn(shop)
  const triple = await shop.pay((await shop.start(batchId, access)).order_id, 'captured', { webhook: true })
  await shop.deliverWebhooks()
  const refund = (body: object) => shop.provider('POST', `/v1/payments/${triple.razorpay_payment_id}/refund`, body)
  return { shop, refund }
}

test('the nightly run records a dashboard refund without a webhook [PAY-38]', async () => {
  const { shop, refund } = await enrolled()
  await shop.faults({ webhooks: 'drop' })
  await refund({ amount: 500_000 })
  await reconcileLedger(shop.deps, system)
  expect(await shop.ledger()).toEqual({ enrolments: 1, receipts: 1, refunds: 1, dispositions: ['enrolled'] })
  await refund({})
  await reconcileLedger(shop.deps, system)
  expect(await shop.ledger()).toEqual({ enrolments: 0, receipts: 1, refunds: 2, dispositions: ['refunded'] })
})

test('two provider refunds of the full amount end access', async () => {
  const { shop, refund } = await enrolled()
  await refund({ amount: 2_000_000 })
  await shop.deliverWebhooks()
  expect(await shop.ledger()).toMatchObject({ enrolments: 1, dispositions: ['enrolled'] })
  await refund({ amount: 2_500_000 })
  await shop.deliverWebhooks()
  expect(await shop.ledger()).toEqual({ enrolments: 0, receipts: 1, refunds: 2, dispositions: ['refunded'] })
})

test.each([
  ['pending', 'processed', 'refunded'],
  ['failed', 'failed', 'refund_due'],
])('a %s refund without webhooks is %s after the nightly run [PAY-36]', async (fault, end, where) => {
  const { shop, refunds } = await refundDue()
  await shop.faults({ refunds: { fault, after_seconds: 3600 }, webhooks: 'drop' })
  await shop.sendRefunds()
  expect(await refunds()).toMatchObject([{ status: 'pending' }])
  await shop.provider('POST', '/control/clock', { advance_seconds: 7200 })
  await shop.passTime('2 hours')
  await reconcileLedger(shop.deps, system)
  expect(await refunds()).toMatchObject([{ status: end }])
  expect(await shop.ledger()).toMatchObject({ dispositions: [where] })
})

test('a partial provider refund beside a queued staff refund keeps access', async () => {
  const { shop, refund } = await enrolled()
  await runPayments(shop.deps, ['refund', '1', 'asked', '--amount', '40000'])
  await refund({ amount: 4_000_000 })
  await shop.deliverWebhooks()
  await shop.sendRefunds()
  expect((await shop.db.query('select actor_kind, status from refunds order by id')).rows).toEqual([
    { actor_kind: 'operator', status: 'failed' },
    { actor_kind: 'provider', status: 'processed' },
  ])
  expect(await shop.ledger()).toMatchObject({ enrolments: 1, dispositions: ['enrolled'] })
})

test('two refunds of one amount are both sent after a 429', async () => {
  const { shop } = await enrolled()
  await shop.faults({ refunds: { fault: '429', times: 1 } })
  for (let count = 0; count < 2; count += 1) await runPayments(shop.deps, ['refund', '1', 'asked', '--amount', '20000'])
  await expect(shop.sendRefunds()).rejects.toThrow('429')
  await shop.db.query(
    `update pgboss.job set state = 'retry', start_after = now() + interval '1 minute' where name = 'send-refund' and data ->> 'id' = '1'`,
  )
  await shop.db.query(
    `update pgboss.job set state = 'retry', start_after = now() where name = 'send-refund' and data ->> 'id' = '2'`,
  )
  await shop.sendRefunds()
  await shop.db.query(`update pgboss.job set start_after = now() where name = 'send-refund' and state = 'retry'`)
  await shop.sendRefunds()
  expect((await shop.db.query('select status from refunds order by id')).rows).toEqual([
    { status: 'processed' },
    { status: 'processed' },
  ])
})

test('a refund that fails late can be requested again', async () => {
  const { shop } = await enrolled()
  await shop.faults({ refunds: { fault: 'failed', times: 1, after_seconds: 3600 } })
  await runPayments(shop.deps, ['refund', '1', 'asked'])
  await shop.sendRefunds()
  await shop.deliverWebhooks()
  expect((await shop.db.query('select status from payments')).rows).toEqual([{ status: 'refunded' }])
  await shop.provider('POST', '/control/clock', { advance_seconds: 7200 })
  await shop.deliverWebhooks()
  expect(await shop.ledger()).toMatchObject({ dispositions: ['refund_due'] })
  expect((await runPayments(shop.deps, ['refund', '1', 'again'])).code).toBe(0)
  await shop.sendRefunds()
  expect(await shop.ledger()).toEqual({ enrolments: 0, receipts: 1, refunds: 2, dispositions: ['refunded'] })
})

test('an unknown payment whose refund fails goes to review', async () => {
  const shop = await createPayingShop()
  const { batchId } = await sellCourse(shop.db)
  const { access } = await signIn(shop)
  const { razorpay_payment_id: paymentId } = await shop.pay((await shop.start(batchId, access)).order_id)
  await shop.faults({ refunds: { fault: 'failed', times: 1, after_seconds: 3600 } })
  await shop.provider('POST', `/v1/payments/${paymentId}/refund`, {})
  await shop.deliverWebhooks()
  expect(await shop.ledger()).toMatchObject({ dispositions: ['refunded'] })
  await shop.provider('POST', '/control/clock', { advance_seconds: 7200 })
  await shop.deliverWebhooks()
  expect(await shop.ledger()).toEqual({ enrolments: 0, receipts: 0, refunds: 1, dispositions: ['review'] })
})

test('a partial refund changes neither disposition nor access', async () => {
  const shop = await createPayingShop()
  const { batchId } = await sellCourse(shop.db)
  const { access } = await signIn(shop)
  const triple = await shop.pay((await shop.start(batchId, access)).order_id, 'captured', { webhook: true })
  await shop.deliverWebhooks()
  await shop.provider('POST', `/v1/payments/${triple.razorpay_payment_id}/refund`, { amount: 500_000 })
  await shop.deliverWebhooks()
  expect(await shop.ledger()).toEqual({ enrolments: 1, receipts: 1, refunds: 1, dispositions: ['enrolled'] })
})

test('enrolling again after a refund makes a new order and receipt [PAY-37]', async () => {
  const shop = await createPayingShop()
  const { batchId } = await sellCourse(shop.db)
  const { access } = await signIn(shop)
  const first = await shop.pay((await shop.start(batchId, access)).order_id, 'captured', { webhook: true })
  await shop.deliverWebhooks()
  await shop.provider('POST', `/v1/payments/${first.razorpay_payment_id}/refund`, {})
  await shop.deliverWebhooks()
  const second = await shop.pay((await shop.start(batchId, access)).order_id)
  expect(second.razorpay_order_id).not.toBe(first.razorpay_order_id)
  expect((await shop.post(`/payment/payment-verify/${batchId}/`, second, access)).json()).toMatchObject({ status: 'enrolled' })
  expect(await shop.ledger()).toEqual({ enrolments: 1, receipts: 2, refunds: 1, dispositions: ['refunded', 'enrolled'] })
})

test('an unchecked second purchase is never reported as refunded', async () => {
  const shop = await createPayingShop()
  const { batchId } = await sellCourse(shop.db)
  const { access } = await signIn(shop)
  const status = async () => (await shop.get(`/payment/status/${batchId}/`, access)).json<{ status?: string; code?: string }>()
  const first = await shop.pay((await shop.start(batchId, access)).order_id)
  await shop.post(`/payment/payment-verify/${batchId}/`, first, access)
  const [{ id } = { id: 0 }] = (await shop.db.query<{ id: number }>('select id from payments')).rows
  await runPayments(shop.deps, ['refund', String(id), 'left'])
  for (const before of ['refund_due', 'refunded']) {
    expect((await status()).status).toBe(before)
    await shop.start(batchId, access)
    await shop.faults({ orders: '502', payments: '502' })
    expect((await status()).code).toBe('unavailable')
    await shop.faults({})
    await shop.sendRefunds()
  }
  await shop.pay((await shop.start(batchId, access)).order_id)
  expect((await status()).status).toBe('enrolled')
})
