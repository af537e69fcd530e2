import { system, operator } from '#server/platform/auth/principal.ts'
import { expect, test } from 'vitest'
import { createPayingShop } from '#tests/school/create-paying-shop.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { signIn } from '#tests/school/sign-in.ts'
import { ledgerBalances, readLedger } from '#server/money/settlement/read-ledger.ts'
import { runPayments } from './payments.ts'
import { requestRefund } from '#server/money/refunds/queue-refund.ts'
import { reconcileLedger } from '#server/money/settlement/reconcile-ledger.ts'

async function sold() {
  const shop = await createPayingShop()
  const { batchId } = await sellCourse(shop.db, { capacity: 1 })
  const { access, person } = await signIn(shop)
  const triple = await shop.pay((await shop.start(batchId, access)).order_id)
  await shop.post(`/payment/payment-verify/${batchId}/`, triple, access)
  const { rows } = await shop.db.query<{ id: number }>('select id from payments')
  return { shop, batchId, access, person, triple, paymentId: rows[0]?.id ?? 0 }
}

const whole = { amountPaise: null, reason: 'asked for it', keepsAccess: false }

test('a full refund by staff ends access and frees the seat', async () => {
  const { shop, batchId, access, paymentId } = await sold()
  await requestRefund(shop.deps, operator, { ...whole, paymentId })
  expect((await shop.get('/enrolled-courses/', access)).json()).toEqual({ 'enrolled courses': [] })
  const next = await signIn(shop)
  expect((await shop.post(`/payment/start-payment/${batchId}/`, undefined, next.access)).statusCode).toBe(200)
  expect((await shop.get('/payment/payment-details/', access)).json()).toMatchObject([{ status: 'refund_due' }])
  await shop.sendRefunds()
  expect((await shop.get('/payment/payment-details/', access)).json()).toMatchObject([{ status: 'refunded' }])
  expect(ledgerBalances(await readLedger(shop.deps, operator))).toBe(true)
})

test('a refund can keep access, and a partial refund always does', async () => {
  const withAccess = await sold()
  await requestRefund(withAccess.shop.deps, operator, { ...whole, paymentId: withAccess.paymentId, keepsAccess: true })
  await withAccess.shop.sendRefunds()
  expect((await withAccess.shop.ledger()).enrolments).toBe(1)
  const partial = await sold()
  await requestRefund(partial.shop.deps, operator, { ...whole, paymentId: partial.paymentId, amountPaise: 100_000 })
  await partial.shop.sendRefunds()
  expect(await partial.shop.ledger()).toMatchObject({ enrolments: 1, dispositions: ['enrolled'] })
})

test('ten concurrent refunds of one payment make one [SEC-088]', async () => {
  const { shop, paymentId } = await sold()
  const answers = await Promise.allSettled(
    Array.from({ length: 10 }, () => requestRefund(shop.deps, operator, { ...whole, paymentId })),
  )
  expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(1)
  await shop.sendRefunds()
  expect(await shop.ledger()).toMatchObject({ refunds: 1, dispositions: ['refunded'] })
})

test.each([
  [{ amountPaise: 99 }, 'Between ₹1'],
  [{ amountPaise: 4_500_001 }, 'Between ₹1 and ₹45,000.00 of'],
  [{ reason: '  ' }, 'needs a reason'],
  [{ paymentId: 999 }, 'no such payment'],
])('a refund with %j is refused', async (change, message) => {
  const { shop, paymentId } = await sold()
  await expect(requestRefund(shop.deps, operator, { ...whole, paymentId, ...change })).rejects.toThrow(message)
  expect((await shop.ledger()).refunds).toBe(0)
})

test('the operator lists payments, reads the ledger and refunds', async () => {
  const { shop, person, triple, paymentId } = await sold()
  const list = await runPayments(shop.deps, ['list'])
  expect(list.lines.join('\n')).toContain(triple.razorpay_payment_id)
  expect(list.lines.join('\n')).toContain(person.email)
  expect(list.lines.join('\n')).toContain('  ₹45,000.00  ')
  expect(await runPayments(shop.deps, ['review'])).toEqual({ lines: ['Nothing waits for a person.'], code: 0 })
  expect(await runPayments(shop.deps, ['refund', String(paymentId)])).toEqual({ lines: ['A refund needs a reason.'], code: 1 })
  const refunded = await runPayments(shop.deps, ['refund', String(paymentId), 'moved', 'abroad', '--amount', '1000.50'])
  expect(refunded.lines[0]).toContain('₹1,000.50 is queued')
  expect((await shop.db.query('select reason, amount_paise from refunds')).rows).toEqual([
    { reason: 'moved abroad', amount_paise: 100_050 },
  ])
  const ledger = await runPayments(shop.deps, ['ledger'])
  expect([ledger.lines[0], ledger.lines[2], ledger.code]).toEqual([
    'captured   1 payments, ₹45,000.00',
    expect.stringContaining('₹0.00 sent back in all'),
    0,
  ])
  expect((await runPayments(shop.deps, ['nonsense'])).code).toBe(2)
})

test.each([
  ['--amuont', '100'],
  ['--amount', '0x64'],
  ['--amount', '1e3'],
  ['--amount', '1,000'],
  ['--amount', '-5'],
  ['--amount'],
  ['--keep-acess'],
])('a refund command with invalid %j %j refunds nothing', async (...more) => {
  const { shop, paymentId } = await sold()
  const answer = await runPayments(shop.deps, ['refund', String(paymentId), 'goodwill', ...more])
  expect([answer.code, await shop.ledger()]).toMatchObject([2, { enrolments: 1, refunds: 0 }])
})

test('an amount may follow an equals sign', async () => {
  const { shop, paymentId } = await sold()
  await runPayments(shop.deps, ['refund', String(paymentId), 'goodwill', '--amount=100'])
  expect((await shop.db.query('select amount_paise from refunds')).rows).toEqual([{ amount_paise: 10_000 }])
})

test('an unbalanced ledger is reported in terminal and log', async () => {
  const { shop } = await sold()
  await shop.db.query('delete from receipts')
  const { lines, code } = await runPayments(shop.deps, ['ledger'])
  expect([lines.at(-1), code]).toEqual([expect.stringContaining('does not balance'), 1])
  await reconcileLedger(shop.deps, system)
  expect(shop.logged.join('\n')).toContain('the ledger does not balance')
})

test.each(['refunded', 'refund_due'])('a payment wrongly %s does not balance', async (disposition) => {
  const { shop, paymentId } = await sold()
  if (disposition === 'refund_due') {
    await requestRefund(shop.deps, operator, { ...whole, paymentId })
    await shop.sendRefunds()
  }
  expect((await runPayments(shop.deps, ['ledger'])).code).toBe(0)
  await shop.db.query('update payments set disposition = $1', [disposition])
  const { lines, code } = await runPayments(shop.deps, ['ledger'])
  expect([lines.at(-1), code]).toEqual([expect.stringContaining('1 payment differs from its refunds'), 1])
})

test('the nightly run finds an unreported payment', async () => {
  const shop = await createPayingShop()
  const { batchId } = await sellCourse(shop.db)
  const { access } = await signIn(shop)
  await shop.pay((await shop.start(batchId, access)).order_id)
  const ledger = await reconcileLedger(shop.deps, system)
  expect(ledger).toMatchObject({ captured: 1, enrolled: 1, pending: 0 })
})

test('the nightly run sends a refund without a job once', async () => {
  const { shop, paymentId } = await sold()
  await requestRefund(shop.deps, operator, { ...whole, paymentId })
  await shop.db.query('delete from pgboss.job')
  await shop.passTime('59 minutes')
  await reconcileLedger(shop.deps, system)
  expect((await shop.ledger()).dispositions).toEqual(['refund_due'])
  await shop.passTime('2 minutes')
  await Promise.all([reconcileLedger(shop.deps, system), reconcileLedger(shop.deps, system)])
  expect(await shop.ledger()).toMatchObject({ refunds: 1, dispositions: ['refunded'] })
  expect(await shop.provider('GET', '/v1/refunds')).toMatchObject({ count: 1 })
})

test('a failed refund stays in review until it is repeated', async () => {
  const { shop, triple, paymentId } = await sold()
  const review = async () => (await runPayments(shop.deps, ['review'])).lines.join('\n')
  for (const amountPaise of [100_000, null]) {
    await shop.faults({ refunds: { fault: 'failed', times: 1 } })
    await requestRefund(shop.deps, operator, { ...whole, paymentId, amountPaise })
    await shop.sendRefunds()
    await shop.deliverWebhooks()
    expect(await review()).toContain(triple.razorpay_payment_id)
    await requestRefund(shop.deps, operator, { ...whole, paymentId, amountPaise })
    expect(await review()).toBe('Nothing waits for a person.')
    await shop.sendRefunds()
    expect(await review()).toBe('Nothing waits for a person.')
  }
  expect((await shop.ledger()).dispositions).toEqual(['refunded'])
})

test('a payment stays in review after a partial refund', async () => {
  const { shop, triple, paymentId } = await sold()
  await shop.faults({ refunds: { fault: 'failed', times: 1 } })
  await requestRefund(shop.deps, operator, { ...whole, paymentId })
  await shop.sendRefunds()
  await shop.deliverWebhooks()
  await requestRefund(shop.deps, operator, { ...whole, paymentId, amountPaise: 100_000 })
  await shop.sendRefunds()
  expect((await runPayments(shop.deps, ['review'])).lines.join('\n')).toContain(triple.razorpay_payment_id)
})
