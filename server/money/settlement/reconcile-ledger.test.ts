import { system } from '#server/platform/auth/principal.ts'
import { expect, test } from 'vitest'
import { createPayingShop, type PayingShop } from '#tests/school/create-paying-shop.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { signIn } from '#tests/school/sign-in.ts'
import { staffClient } from '#tests/school/staff-client.ts'
import { type Gateway, GatewayError } from '#server/money/provider/gateway.ts'
import { beginSlice, compareStoredPayments, emptyListing } from './compare-ledger.ts'
import { ledgerBalances, readLedger } from './read-ledger.ts'
import { runPayments } from '#server/money/cli/payments.ts'
import { reconcileLedger } from './reconcile-ledger.ts'

/** Advances the clocks of the school and of the provider. */
async function passTime(shop: PayingShop, days: number) {
  await shop.passTime(`${days} days`)
  await shop.provider('POST', '/control/clock', { advance_seconds: days * 86_400 })
}

async function startedOrder() {
  const shop = await createPayingShop()
  const { batchId, courseId } = await sellCourse(shop.db, { startsIn: '60 days' })
  const { access, person } = await signIn(shop)
  const { order_id: orderId } = await shop.start(batchId, access)
  return { shop, batchId, courseId, access, person, orderId }
}

/** Resets the database to before the sale; the provider keeps its data. */
async function deleteSale(shop: PayingShop) {
  await shop.db.query(
    'truncate payment_orders, payments, enrolments, receipts, receipt_counters, refunds, refund_vouchers, refund_notes, purchase_requests, disputes cascade',
  )
}

test('a second capture is found after two weeks without a run', async () => {
  const { shop, batchId, courseId, access, orderId } = await startedOrder()
  await shop.db.query('update courses set price_paise = price_paise + 100 where id = $1', [courseId])
  const { order_id: second } = await shop.start(batchId, access)
  const triple = await shop.pay(orderId)
  await shop.post(`/payment/payment-verify/${batchId}/`, triple, access)
  await reconcileLedger(shop.deps, system)
  // The student pays both orders; the reconciler no longer checks the second one.
  await shop.db.query(`update payment_orders set status = 'paid', next_check_at = null`)
  await shop.pay(second)
  await passTime(shop, 16)
  await reconcileLedger(shop.deps, system)
  expect(await shop.ledger()).toMatchObject({ enrolments: 1, refunds: 1, dispositions: ['enrolled', 'refund_due'] })
})

test('an interrupted run resumes with the first unfinished slice', async () => {
  const { shop, orderId, batchId, access } = await startedOrder()
  await shop.post(`/payment/payment-verify/${batchId}/`, await shop.pay(orderId), access)
  await reconcileLedger(shop.deps, system)
  await passTime(shop, 30)
  const { gateway } = shop.deps
  const listedFrom: Date[] = []
  let left = 10
  shop.deps.gateway = {
    ...gateway,
    listPayments: (keyId, page) => {
      listedFrom.push(page.from)
      left -= 1
      return left < 0 ? Promise.reject(new Error('cut off')) : gateway.listPayments(keyId, page)
    },
  }
  await expect(reconcileLedger(shop.deps, system)).rejects.toThrow('cut off')
  const first = listedFrom[0]?.getTime() ?? 0
  listedFrom.length = 0
  left = Number.POSITIVE_INFINITY
  await reconcileLedger(shop.deps, system)
  // Twenty days were finished, and the last seven of them are listed again.
  expect((listedFrom[0]?.getTime() ?? 0) - first).toBe(13 * 86_400_000)
  expect(ledgerBalances(await readLedger(shop.deps, system))).toBe(true)
})

test('a payment missing after a restore goes to review', async () => {
  const { shop, orderId, batchId, access } = await startedOrder()
  await shop.post(`/payment/payment-verify/${batchId}/`, await shop.pay(orderId), access)
  const [order] = await shop.providerOrders()
  await deleteSale(shop)
  const ledger = await reconcileLedger(shop.deps, system)
  expect(ledger).toMatchObject({ captured: 0, unmatched: 1, unmatched_paise: 4_500_000 })
  expect(shop.logged.join('\n')).toContain('a payment with our receipt matches no order')
  const shown = await runPayments(shop.deps, ['ledger'])
  expect([shown.lines.at(-1), shown.code]).toEqual(['The ledger does not balance: 1 payment of ₹45,000.00 has no order.', 1])
  shop.deps.config.metricsToken = 'token'
  const metrics = (await shop.app.inject({ url: '/metrics', headers: { authorization: 'Bearer token' } })).body
  expect(metrics).toContain('waiting_work{kind="unmatched"} 1')
  expect(metrics).toContain('unmatched_paise 4500000')
  const staff = staffClient(shop, 'finance')
  const read = async (path: string) => (await staff('GET', path)).as<unknown>()
  expect(await read('today/')).toMatchObject({ review: { unmatched: 1, unmatched_paise: 4_500_000 } })
  expect(await read('ledger/')).toMatchObject({ balances: false, problems: ['1 payment of ₹45,000.00 has no order'] })
  await shop.passTime('3 days')
  expect(await read('review/')).toMatchObject({ unmatched: [{ age_days: 3 }] })
  const { lines } = await runPayments(shop.deps, ['review'])
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/^unmatched +pay_\w+ .*:\d\d +3 days old +₹45,000\.00 +captured/)
  expect(lines[0]).toContain(`receipt ${order?.receipt} (batch ${batchId})`)
  const id = /pay_\w+/.exec(lines[0] ?? '')?.[0] ?? ''
  expect(await runPayments(shop.deps, ['dismiss', id, 'enrolled', 'by', 'hand'])).toMatchObject({ code: 0 })
  await reconcileLedger(shop.deps, system)
  expect(await runPayments(shop.deps, ['review'])).toMatchObject({ lines: ['Nothing waits for a person.'] })
  const { rows } = await shop.db.query('select email, contact, dismissed_reason from unmatched_payments')
  expect(rows).toEqual([{ email: null, contact: null, dismissed_reason: 'enrolled by hand' }])
})

test('an unmatched payment refunded at the provider leaves the review', async () => {
  const { shop, orderId, batchId, access } = await startedOrder()
  const triple = await shop.pay(orderId)
  await shop.post(`/payment/payment-verify/${batchId}/`, triple, access)
  await deleteSale(shop)
  await reconcileLedger(shop.deps, system)
  await shop.provider('POST', `/v1/payments/${triple.razorpay_payment_id}/refund`, {})
  expect(await reconcileLedger(shop.deps, system)).toMatchObject({ unmatched: 0 })
})

/** A sale whose order was lost in a restore, found by the reconciler. */
async function lostSale() {
  const { shop, orderId, batchId, access } = await startedOrder()
  const triple = await shop.pay(orderId)
  await shop.post(`/payment/payment-verify/${batchId}/`, triple, access)
  await deleteSale(shop)
  await reconcileLedger(shop.deps, system)
  const refund = (body: object) => shop.provider('POST', `/v1/payments/${triple.razorpay_payment_id}/refund`, body)
  return { shop, refund }
}

/** What ledger, metrics, today and the review list say is open of payments without an order. */
async function openEverywhere(shop: PayingShop) {
  shop.deps.config.metricsToken = 'token'
  const metrics = (await shop.app.inject({ url: '/metrics', headers: { authorization: 'Bearer token' } })).body
  const { review } = (await staffClient(shop, 'finance')('GET', 'today/')).as<{ review: { unmatched_paise: number } }>()
  return [
    (await readLedger(shop.deps, system)).unmatched_paise,
    Number(/^unmatched_paise (\d+)/m.exec(metrics)?.[1]),
    review.unmatched_paise,
  ]
}

test.each(['its webhook', 'the nightly comparison'])('the rest of an unmatched payment is open after %s', async (way) => {
  const { shop, refund } = await lostSale()
  await refund({ amount: 150_000 })
  if (way === 'its webhook') await shop.deliverWebhooks()
  else await reconcileLedger(shop.deps, system)
  expect(await openEverywhere(shop)).toEqual([4_350_000, 4_350_000, 4_350_000])
  expect((await runPayments(shop.deps, ['review'])).lines).toEqual([
    expect.stringContaining('₹43,500.00  of ₹45,000.00, the rest is refunded'),
  ])
})

test('an unmatched payment leaves with the webhook of its refund', async () => {
  const { shop, refund } = await lostSale()
  await refund({})
  await shop.deliverWebhooks()
  expect(await openEverywhere(shop)).toEqual([0, 0, 0])
  expect((await runPayments(shop.deps, ['review'])).lines).toEqual(['Nothing waits for a person.'])
})

test.each(['its webhook', 'the nightly comparison'])('a whole refund that fails opens its payment after %s', async (way) => {
  const { shop, refund } = await lostSale()
  await shop.faults({ refunds: { fault: 'failed', times: 1, after_seconds: 3600 } })
  await refund({})
  await shop.deliverWebhooks()
  expect(await openEverywhere(shop)).toEqual([0, 0, 0])
  await shop.provider('POST', '/control/clock', { advance_seconds: 7200 })
  if (way === 'its webhook') await shop.deliverWebhooks()
  else await reconcileLedger(shop.deps, system)
  expect(await openEverywhere(shop)).toEqual([4_500_000, 4_500_000, 4_500_000])
})

test('a refund of an old payment without an order is followed', async () => {
  const { shop, refund } = await lostSale()
  await passTime(shop, 40)
  await reconcileLedger(shop.deps, system)
  await refund({ amount: 150_000 })
  expect(await reconcileLedger(shop.deps, system)).toMatchObject({ unmatched: 1, unmatched_paise: 4_350_000 })
})

test('an order without a provider id is matched by its receipt', async () => {
  const { shop, orderId } = await startedOrder()
  await shop.pay(orderId)
  await shop.db.query(`update payment_orders set status = 'creating', provider_order_id = null, next_check_at = null`)
  const other = (await shop.provider('POST', '/v1/orders', {
    amount: 5000,
    currency: 'INR',
    receipt: 'book-shop-17',
    payment: { capture: 'automatic' },
  })) as { id: string }
  await shop.pay(other.id)
  expect(await reconcileLedger(shop.deps, system)).toMatchObject({ captured: 1, enrolled: 1, unmatched: 0, differences: [] })
})

test('the ledger lists differences from the provider both ways', async () => {
  const { shop, orderId, batchId, access } = await startedOrder()
  const triple = await shop.pay(orderId)
  await shop.post(`/payment/payment-verify/${batchId}/`, triple, access)
  expect(ledgerBalances(await reconcileLedger(shop.deps, system))).toBe(true)
  await shop.db.query('update payments set amount_paise = 4400000')
  await shop.db.query(
    `insert into payments (provider_payment_id, order_id, amount_paise, currency, status, disposition, created_at, captured_at)
     select 'pay_Invented', order_id, 100, 'INR', 'captured', 'review', app_now(), app_now() from payments`,
  )
  const ledger = await reconcileLedger(shop.deps, system)
  expect(ledger.differences).toEqual([
    `${triple.razorpay_payment_id} is of 4500000 paise at the provider and of 4400000 here`,
    'pay_Invented is captured here and not known at the provider',
  ])
  expect(ledgerBalances(ledger)).toBe(false)
  const shown = await runPayments(shop.deps, ['ledger'])
  expect([shown.code, shown.lines.join('\n')]).toEqual([1, expect.stringContaining('pay_Invented is captured here')])
})

test('a refund known only to the provider is a difference', async () => {
  const { shop, orderId, batchId, access } = await startedOrder()
  const triple = await shop.pay(orderId)
  await shop.post(`/payment/payment-verify/${batchId}/`, triple, access)
  await shop.provider('POST', `/v1/payments/${triple.razorpay_payment_id}/refund`, { amount: 100_000 })
  await shop.db.query('alter table refund_notes rename to notes_elsewhere')
  expect((await reconcileLedger(shop.deps, system)).differences).toEqual([
    expect.stringMatching(/^rfnd_\w+ is (a refund|processed) at the provider/),
  ])
  await shop.db.query('alter table notes_elsewhere rename to refund_notes')
  expect((await reconcileLedger(shop.deps, system)).differences).toEqual([])
})

test('a refund pending over seven days is shown to the operator', async () => {
  const { shop, orderId, batchId, access, person } = await startedOrder()
  await shop.post(`/payment/payment-verify/${batchId}/`, await shop.pay(orderId), access)
  await shop.faults({ refunds: { fault: 'pending', after_seconds: 2_000_000 } })
  const { rows } = await shop.db.query<{ id: number }>('select id from payments')
  await runPayments(shop.deps, ['refund', String(rows[0]?.id), 'moved', 'abroad'])
  await shop.sendRefunds()
  await passTime(shop, 6)
  expect(await runPayments(shop.deps, ['review'])).toMatchObject({ lines: ['Nothing waits for a person.'] })
  await passTime(shop, 2)
  expect((await runPayments(shop.deps, ['review'])).lines).toEqual([
    expect.stringMatching(/^refund .*₹45,000\.00 +pending since/),
  ])
  expect((await runPayments(shop.deps, ['review'])).lines[0]).toContain(person.email)
})

test('every stored payment of a slice is compared once', async () => {
  const { shop, orderId } = await startedOrder()
  await shop.db.query(
    `insert into payments (provider_payment_id, order_id, amount_paise, currency, status, disposition, created_at, captured_at)
     select 'pay_Invented' || n, o.id, 100, 'INR', 'captured', 'review', app_now(), app_now()
     from payment_orders o, generate_series(1, 2500) n where o.provider_order_id = $1`,
    [orderId],
  )
  const fetched: string[] = []
  const fetchPayment: Gateway['fetchPayment'] = (_keyId, id) => {
    fetched.push(id)
    return Promise.reject(new GatewayError('unknown payment', { retryable: false, uncertain: false, status: 404 }))
  }
  const deps = { ...shop.deps, gateway: { ...shop.deps.gateway, fetchPayment } }
  const listed = emptyListing()
  beginSlice(listed)
  listed.payments[0]?.add('pay_Invented7')
  const now = Date.now()
  await compareStoredPayments(deps, listed, { from: new Date(now - 60_000), to: new Date(now + 60_000) })
  expect([fetched.length, new Set(fetched).size, fetched.includes('pay_Invented7')]).toEqual([2499, 2499, false])
  expect(listed.differences.size).toBe(100)
})

test('a payment without an answer stops no other comparison', async () => {
  const { shop, orderId, batchId, access } = await startedOrder()
  const triple = await shop.pay(orderId)
  await shop.post(`/payment/payment-verify/${batchId}/`, triple, access)
  await shop.db.query(
    `insert into payments (provider_payment_id, order_id, amount_paise, currency, status, disposition, created_at, captured_at)
     select 'pay_' || name, order_id, 100, 'INR', 'captured', 'review', app_now(), app_now()
     from payments, unnest(array['Unanswered', 'Invented']) name`,
  )
  const { fetchPayment } = shop.deps.gateway
  const deps = {
    ...shop.deps,
    gateway: {
      ...shop.deps.gateway,
      fetchPayment: (keyId: string, id: string) =>
        id === 'pay_Unanswered'
          ? Promise.reject(new GatewayError('no answer', { retryable: true, uncertain: true, status: 503 }))
          : fetchPayment(keyId, id),
    },
  }
  await expect(reconcileLedger(deps, system)).rejects.toThrow('1 payments and refunds could not be compared')
  expect((await readLedger(shop.deps, system)).differences).toEqual([
    'pay_Invented is captured here and not known at the provider',
  ])
  const { rows } = await shop.db.query("select swept_to >= app_now() - interval '1 minute' as is_done from sweep_progress")
  expect(rows).toEqual([{ is_done: true }])
  expect((await reconcileLedger(shop.deps, system)).differences).toHaveLength(2)
})
