import { system } from '#server/platform/auth/principal.ts'
import { createHmac, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createPayingShop, type PayingShop } from '#tests/school/create-paying-shop.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { signIn } from '#tests/school/sign-in.ts'
import { runPayments } from '#server/money/cli/payments.ts'
import { processWebhooks } from './process-webhooks.ts'
import { reconcile } from './reconcile.ts'

const enrolledOnce = { enrolments: 1, receipts: 1, refunds: 0, dispositions: ['enrolled'] }
const secret = 'webhook-secret-of-the-tests'

async function startOrder(options: Parameters<typeof createPayingShop>[0] = {}) {
  const shop = await createPayingShop(options)
  const { batchId } = await sellCourse(shop.db)
  const student = await signIn(shop)
  const { order_id: orderId } = await shop.start(batchId, student.access)
  return { shop, batchId, student, orderId }
}

/** A started order that the provider has captured and not reported. */
async function capturedOrder(options: Parameters<typeof createPayingShop>[0] = {}) {
  const order = await startOrder(options)
  const { razorpay_payment_id: id } = await order.shop.pay(order.orderId)
  return { ...order, reported: (more: object = {}) => captured(order.orderId, { id, ...more }) }
}

/** Returns the body of a payment event. */
function eventOf(type: string, payment: Record<string, unknown>): string {
  return JSON.stringify({ entity: 'event', event: type, payload: { payment: { entity: payment } } })
}

function send(shop: PayingShop, body: string, more: { secret?: string; id?: string; signature?: string } = {}) {
  return shop.app.inject({
    method: 'POST',
    url: '/api/payment/webhook/',
    headers: {
      'content-type': 'application/json',
      'x-razorpay-signature':
        more.signature ??
        createHmac('sha256', more.secret ?? secret)
          .update(body)
          .digest('hex'),
      'x-razorpay-event-id': more.id ?? randomUUID(),
    },
    payload: body,
  })
}

/** Posts the callback form of the provider's page. */
function postCallback(shop: PayingShop, batchId: number, form: URLSearchParams) {
  return shop.app.inject({
    method: 'POST',
    url: `/api/payment/callback/${batchId}/`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: form.toString(),
  })
}

const captured = (orderId: string, more: object = {}) => ({
  id: 'pay_WebhookTest001',
  order_id: orderId,
  amount: 4_500_000,
  currency: 'INR',
  status: 'captured',
  method: 'upi',
  ...more,
})

test('the webhook enrols a student who closed the browser after paying [PAY-04]', async () => {
  const { shop, orderId, student } = await startOrder()
  await shop.pay(orderId, 'captured', { webhook: true })
  await shop.deliverWebhooks()
  expect(await shop.ledger()).toEqual(enrolledOnce)
  expect((await shop.mails(student.person.email)).filter((mail) => mail.subject.includes('Receipt'))).toHaveLength(1)
})

test('a verification after the webhook returns the same success [PAY-06]', async () => {
  const { shop, orderId, batchId, student } = await startOrder()
  const triple = await shop.pay(orderId, 'captured', { webhook: true })
  await shop.deliverWebhooks()
  const answer = await shop.post(`/payment/payment-verify/${batchId}/`, triple, student.access)
  expect(answer.json()).toMatchObject({ status: 'enrolled', payment_id: triple.razorpay_payment_id })
  expect(await shop.ledger()).toEqual(enrolledOnce)
})

test('concurrent verifications and webhooks enrol once [PAY-07]', async () => {
  const { shop, orderId, batchId, student } = await startOrder()
  const triple = await shop.pay(orderId)
  const body = eventOf('payment.captured', captured(orderId, { id: triple.razorpay_payment_id }))
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      index % 2 ? send(shop, body) : shop.post(`/payment/payment-verify/${batchId}/`, triple, student.access),
    ),
  )
  await processWebhooks(shop.deps, system)
  expect(await shop.ledger()).toEqual(enrolledOnce)
})

test('the same event five times counts once [PAY-13]', async () => {
  const { shop, reported } = await capturedOrder()
  const body = eventOf('payment.captured', reported())
  for (let count = 0; count < 5; count += 1) expect((await send(shop, body, { id: 'evt_same' })).statusCode).toBe(200)
  await processWebhooks(shop.deps, system)
  expect(await shop.ledger()).toEqual(enrolledOnce)
  expect((await shop.db.query('select 1 from webhook_events')).rowCount).toBe(1)
})

test('order.paid and payment.captured enrol once, a later authorised changes nothing [PAY-14 PAY-15]', async () => {
  const { shop, reported } = await capturedOrder()
  await send(shop, eventOf('order.paid', reported()))
  await send(shop, eventOf('payment.captured', reported()))
  await send(shop, eventOf('payment.authorized', reported({ status: 'authorized' })))
  await processWebhooks(shop.deps, system)
  expect(await shop.ledger()).toEqual(enrolledOnce)
  expect((await shop.db.query('select status from payments')).rows).toEqual([{ status: 'captured' }])
})

test('a payment that failed and is then captured enrols [PAY-16]', async () => {
  const { shop, orderId } = await startOrder()
  const { razorpay_payment_id: id } = await shop.pay(orderId, 'failed')
  await send(shop, eventOf('payment.failed', captured(orderId, { id, status: 'failed', error_description: 'timed out' })))
  await processWebhooks(shop.deps, system)
  expect(await shop.ledger()).toMatchObject({ enrolments: 0, dispositions: ['pending'] })
  await shop.provider('POST', `/control/payments/${id}/authorize`, { capture: true, webhook: false })
  await send(shop, eventOf('payment.captured', captured(orderId, { id })))
  await processWebhooks(shop.deps, system)
  expect(await shop.ledger()).toEqual(enrolledOnce)
})

test('a refund reported before its capture is stored and enrols nobody [PAY-17]', async () => {
  const { shop, orderId } = await startOrder()
  const refunded = JSON.stringify({
    event: 'refund.processed',
    payload: {
      payment: { entity: captured(orderId, { status: 'refunded' }) },
      refund: { entity: { id: 'rfnd_Early', payment_id: 'pay_WebhookTest001', amount: 4_500_000, status: 'processed' } },
    },
  })
  await send(shop, refunded)
  await send(shop, eventOf('payment.captured', captured(orderId)))
  await processWebhooks(shop.deps, system)
  expect(await shop.ledger()).toEqual({ enrolments: 0, receipts: 0, refunds: 1, dispositions: ['refunded'] })
})

test('rejects an altered or reserialised body [PAY-18]', async () => {
  const { shop, orderId } = await startOrder()
  const body = eventOf('payment.captured', captured(orderId))
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  const altered = [body.replace('4500000', '4500001'), JSON.stringify(JSON.parse(body), null, 1), `${body} `, '']
  for (const other of altered) expect((await send(shop, other, { signature })).statusCode).toBe(400)
  expect((await send(shop, body, { signature: 'zz' })).statusCode).toBe(400)
  expect((await shop.db.query('select 1 from webhook_events')).rowCount).toBe(0)
})

test('the previous secret is accepted during a rotation [PAY-19]', async () => {
  const { shop, reported } = await capturedOrder({ provider: { webhookSecrets: ['the new secret', secret] } })
  expect((await send(shop, eventOf('payment.captured', reported()), { secret: 'the new secret' })).statusCode).toBe(200)
  expect((await send(shop, eventOf('order.paid', reported()))).statusCode).toBe(200)
  expect((await send(shop, eventOf('order.paid', reported()), { secret: 'another' })).statusCode).toBe(400)
})

test('a webhook gets 503 during a database outage and is retried [PAY-20]', async () => {
  const { shop, reported } = await capturedOrder()
  const body = eventOf('payment.captured', reported())
  const { db } = shop.deps
  shop.deps.db = Object.assign(Object.create(db) as typeof db, {
    query: () => Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })),
  })
  expect((await send(shop, body, { id: 'evt_retry' })).statusCode).toBe(503)
  shop.deps.db = db
  expect((await send(shop, body, { id: 'evt_retry' })).statusCode).toBe(200)
  await processWebhooks(shop.deps, system)
  expect(await shop.ledger()).toEqual(enrolledOnce)
})

test('three concurrent runs process a leftover event once', async () => {
  const { shop, reported } = await capturedOrder()
  await shop.db.query(
    `insert into webhook_events (provider, event_id, event_type, body, received_at, next_attempt_at)
     values ('razorpay', 'evt_left', 'payment.captured', $1, now(), now())`,
    [Buffer.from(eventOf('payment.captured', reported()))],
  )
  await Promise.all([processWebhooks(shop.deps, system), processWebhooks(shop.deps, system), processWebhooks(shop.deps, system)])
  expect(await shop.ledger()).toEqual(enrolledOnce)
})

test('a failed event is processed at its next attempt', async () => {
  const { shop, reported } = await capturedOrder()
  await shop.db.query('alter table payments rename to payments_elsewhere')
  await send(shop, eventOf('payment.captured', reported()))
  await processWebhooks(shop.deps, system)
  const { rows } = await shop.db.query<{ attempts: number; waits: boolean }>(
    'select attempts, next_attempt_at > now() as waits from webhook_events where processed_at is null and not quarantined',
  )
  expect(rows).toEqual([{ attempts: 1, waits: true }])
  await shop.db.query('alter table payments_elsewhere rename to payments')
  await shop.passTime('2 hours')
  await processWebhooks(shop.deps, system)
  expect((await shop.db.query('select attempts from webhook_events')).rows).toEqual([{ attempts: 2 }])
  expect(await shop.ledger()).toEqual(enrolledOnce)
})

test('a processed event loses its body and is not repeated [SEC-070]', async () => {
  const { shop, reported } = await capturedOrder()
  const body = eventOf('payment.captured', reported({ email: 'payer@example.com', contact: '+919876543210', vpa: 'payer@upi' }))
  expect((await send(shop, body, { id: 'evt_told' })).statusCode).toBe(200)
  const storedBodies = async () =>
    (await shop.db.query<{ body: Buffer }>('select body from webhook_events')).rows.map((row) => row.body.toString())
  await processWebhooks(shop.deps, system)
  expect(await storedBodies()).toEqual([''])
  expect((await send(shop, body, { id: 'evt_told' })).statusCode).toBe(200)
  await processWebhooks(shop.deps, system)
  expect(await storedBodies()).toEqual([''])
  expect(await shop.ledger()).toEqual(enrolledOnce)
})

test('an event of an unknown order is quarantined and logged [PAY-44]', async () => {
  const { shop } = await startOrder()
  expect((await send(shop, eventOf('payment.captured', captured('order_SomebodyElse')))).statusCode).toBe(200)
  await processWebhooks(shop.deps, system)
  expect((await shop.db.query('select quarantined, last_error from webhook_events')).rows).toEqual([
    { quarantined: true, last_error: 'an order that is not ours' },
  ])
  expect(shop.logged.join('\n')).toContain('a webhook is quarantined for review')
  expect((await runPayments(shop.deps, ['review'])).lines).toEqual([
    expect.stringMatching(/^event +[\w-]+ .* payment\.captured {2}an order that is not ours$/),
  ])
  expect((await shop.ledger()).enrolments).toBe(0)
})

test('quarantines invalid events and identifies events without id by bytes', async () => {
  const { shop, reported } = await capturedOrder()
  const odd = [
    eventOf('payment.\0captured', reported()),
    eventOf('payment.captured', reported({ amount: -1 })),
    eventOf('payment.captured', reported({ amount: Number.MAX_SAFE_INTEGER })),
  ]
  for (const body of odd) expect((await send(shop, body, { id: '' })).statusCode).toBe(200)
  await processWebhooks(shop.deps, system)
  expect((await shop.db.query('select quarantined from webhook_events')).rows).toEqual(odd.map(() => ({ quarantined: true })))
  const readable = eventOf('payment.captured', reported({ error_description: 'a\0b\ud800' }))
  for (const _ of [1, 2]) expect((await send(shop, readable, { id: '' })).statusCode).toBe(200)
  await processWebhooks(shop.deps, system)
  expect(await shop.ledger()).toEqual(enrolledOnce)
})

test('a callback without a session settles the payment and redirects [PAY-42]', async () => {
  const { shop, orderId, batchId } = await startOrder()
  const triple = await shop.pay(orderId)
  const form = new URLSearchParams({ ...triple })
  const answer = await postCallback(shop, batchId, form)
  expect([answer.statusCode, answer.headers.location]).toEqual([303, `/verify-payment/${batchId}?${form}`])
  expect(await shop.ledger()).toEqual(enrolledOnce)
})

test('a callback that fails to settle still redirects to verification', async () => {
  const { shop, orderId, batchId, student } = await startOrder()
  const triple = await shop.pay(orderId)
  const form = new URLSearchParams({ ...triple })
  await shop.db.query('alter table payments rename to payments_elsewhere')
  const answer = await postCallback(shop, batchId, form)
  expect([answer.statusCode, answer.headers.location]).toEqual([303, `/verify-payment/${batchId}?${form}`])
  await shop.db.query('alter table payments_elsewhere rename to payments')
  expect((await shop.post(`/payment/payment-verify/${batchId}/`, triple, student.access)).json()).toMatchObject({
    status: 'enrolled',
  })
})

test('a forged or empty callback settles nothing and redirects', async () => {
  const { shop, orderId, batchId } = await startOrder()
  const triple = await shop.pay(orderId)
  for (const form of [new URLSearchParams(), new URLSearchParams({ ...triple, razorpay_signature: 'f'.repeat(64) })]) {
    const answer = await postCallback(shop, batchId, form)
    expect(answer.statusCode).toBe(303)
    expect(answer.headers.location).toMatch(new RegExp(`^/verify-payment/${batchId}`))
  }
  expect((await shop.ledger()).enrolments).toBe(0)
  expect((await shop.app.inject({ method: 'POST', url: '/api/payment/callback/abc/' })).statusCode).toBe(404)
})

test('a callback that can not be counted leads the payer on', async () => {
  const { shop, orderId, batchId } = await startOrder()
  const triple = await shop.pay(orderId)
  await shop.db.query('alter table limit_counters rename to limit_counters_away')
  const answer = await postCallback(shop, batchId, new URLSearchParams({ ...triple }))
  expect([answer.statusCode, answer.headers.location]).toEqual([303, expect.stringContaining(`/verify-payment/${batchId}?`)])
  expect(await shop.ledger()).toEqual(enrolledOnce)
})

test('a callback with an error redirects without the error text', async () => {
  const { shop, batchId } = await startOrder()
  const refused = new URLSearchParams({ 'error[code]': 'BAD_REQUEST_ERROR', 'error[description]': 'Call 1800 000' })
  const answer = await postCallback(shop, batchId, refused)
  expect([answer.statusCode, answer.headers.location]).toEqual([303, `/verify-payment/${batchId}?outcome=failed`])
})

test('a captured event unknown to the provider enrols nobody [SEC-060]', async () => {
  const { shop, orderId } = await startOrder()
  await send(shop, eventOf('payment.captured', captured(orderId)))
  await processWebhooks(shop.deps, system)
  expect(await shop.ledger()).toMatchObject({ enrolments: 0, dispositions: [] })
  expect((await shop.db.query('select quarantined, last_error from webhook_events')).rows).toEqual([
    { quarantined: true, last_error: 'a payment that the provider does not know' },
  ])
})

test('a captured event of a failed payment enrols nobody [SEC-060]', async () => {
  const { shop, orderId } = await startOrder()
  const { razorpay_payment_id: id } = await shop.pay(orderId, 'failed')
  await send(shop, eventOf('payment.captured', captured(orderId, { id })))
  await processWebhooks(shop.deps, system)
  expect(await shop.ledger()).toMatchObject({ enrolments: 0, dispositions: ['pending'] })
})

test('a captured event enrols during a timeout and is confirmed later [SEC-060]', async () => {
  const { shop, reported } = await capturedOrder()
  await shop.faults({ payments: 'hang' })
  const startedAt = performance.now()
  await send(shop, eventOf('payment.captured', reported()))
  await processWebhooks(shop.deps, system)
  expect(performance.now() - startedAt).toBeLessThan(4000)
  expect(await shop.ledger()).toEqual(enrolledOnce)
  await shop.faults({})
  await shop.passTime('2 minutes')
  await reconcile(shop.deps, system)
  expect((await shop.db.query('select unconfirmed_since from payments')).rows).toEqual([{ unconfirmed_since: null }])
  expect(await shop.ledger()).toEqual(enrolledOnce)
})

test('an event that the provider contradicts later goes to review [SEC-060]', async () => {
  const { shop, orderId } = await startOrder()
  await shop.faults({ payments: '502' })
  await send(shop, eventOf('payment.captured', captured(orderId)))
  await processWebhooks(shop.deps, system)
  expect(await shop.ledger()).toEqual(enrolledOnce)
  await shop.faults({})
  await shop.passTime('2 minutes')
  await reconcile(shop.deps, system)
  expect((await shop.ledger()).dispositions).toEqual(['review'])
  expect(shop.logged.join('\n')).toContain('money that the provider does not have')
})

test('webhooks have their own rate limit per network [SEC-060]', async () => {
  const shop = await createPayingShop({ factor: 0.001 })
  const statuses: number[] = []
  for (let count = 0; count < 8; count += 1) statuses.push((await send(shop, '{}', { signature: 'none' })).statusCode)
  expect(statuses).toEqual([400, 400, 400, 400, 400, 400, 429, 429])
  expect((await shop.get('/courses/')).statusCode).not.toBe(429)
})
