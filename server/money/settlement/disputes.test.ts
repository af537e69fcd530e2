import { system } from '#server/platform/auth/principal.ts'
import { createHmac, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createPayingShop } from '#tests/school/create-paying-shop.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { signIn } from '#tests/school/sign-in.ts'
import { runPayments } from '#server/money/cli/payments.ts'
import { processWebhooks } from './process-webhooks.ts'
import { reconcileLedger } from './reconcile-ledger.ts'

async function sold() {
  const shop = await createPayingShop()
  const { batchId } = await sellCourse(shop.db)
  const { access, person } = await signIn(shop)
  const triple = await shop.pay((await shop.start(batchId, access)).order_id)
  await shop.post(`/payment/payment-verify/${batchId}/`, triple, access)
  const sendEvent = async (event: string, payload: object, more: { at?: number; id?: string } = {}) => {
    const body = JSON.stringify({ entity: 'event', event, payload, created_at: more.at ?? 1_800_000_000 })
    const signature = createHmac('sha256', 'webhook-secret-of-the-tests').update(body).digest('hex')
    const answer = await shop.app.inject({
      method: 'POST',
      url: '/api/payment/webhook/',
      headers: {
        'content-type': 'application/json',
        'x-razorpay-signature': signature,
        'x-razorpay-event-id': more.id ?? randomUUID(),
      },
      payload: body,
    })
    await processWebhooks(shop.deps, system)
    return answer.statusCode
  }
  const dispute = (more: object = {}) => ({
    dispute: {
      entity: {
        id: 'disp_Test000000001',
        payment_id: triple.razorpay_payment_id,
        amount: 4_500_000,
        amount_deducted: 0,
        phase: 'chargeback',
        reason_code: 'goods_or_services_not_received',
        respond_by: 1_800_604_800,
        ...more,
      },
    },
  })
  const storedDisputes = async () => (await shop.db.query('select status, amount_deducted_paise from disputes')).rows
  return { shop, person, triple, sendEvent, dispute, storedDisputes }
}

test('a dispute is recorded, logged and shown with its deadline', async () => {
  const { shop, person, triple, sendEvent, dispute } = await sold()
  expect(await sendEvent('payment.dispute.created', dispute())).toBe(200)
  expect(shop.logged.join('\n')).toContain('a payment is disputed')
  const { lines } = await runPayments(shop.deps, ['review'])
  expect(lines).toHaveLength(1)
  for (const part of [
    'disp_Test000000001',
    triple.razorpay_payment_id,
    '₹45,000.00',
    'open',
    'answer by 2027-01-22',
    person.email,
  ]) {
    expect(lines[0]).toContain(part)
  }
  expect(await shop.ledger()).toMatchObject({ enrolments: 1, dispositions: ['enrolled'] })
})

test('a lost dispute is in the ledger with the deducted amount', async () => {
  const { shop, sendEvent, dispute } = await sold()
  await sendEvent('payment.dispute.created', dispute())
  await sendEvent('payment.dispute.lost', dispute({ amount_deducted: 4_500_000 }), { at: 1_800_000_100 })
  expect(await reconcileLedger(shop.deps, system)).toMatchObject({ disputes_lost: 1, lost_paise: 4_500_000, enrolled: 1 })
  expect((await runPayments(shop.deps, ['ledger'])).lines.join('\n')).toContain('lost       1 disputes, ₹45,000.00 deducted')
  expect((await runPayments(shop.deps, ['review'])).lines).toEqual(['Nothing waits for a person.'])
  expect((await runPayments(shop.deps, ['disputes'])).lines[0]).toContain('lost')
})

test('an older event never reopens a dispute', async () => {
  const { sendEvent, dispute, storedDisputes } = await sold()
  await sendEvent('payment.dispute.won', dispute(), { at: 1_800_000_300 })
  for (const name of ['created', 'under_review', 'action_required', 'closed']) {
    await sendEvent(`payment.dispute.${name}`, dispute(), { at: 1_800_000_200 })
  }
  expect(await storedDisputes()).toEqual([{ status: 'won', amount_deducted_paise: 0 }])
})

test('the later of two dispute events counts in any order', async () => {
  const { sendEvent, dispute, storedDisputes } = await sold()
  await sendEvent('payment.dispute.action_required', dispute(), { at: 1_800_000_200 })
  await sendEvent('payment.dispute.under_review', dispute(), { at: 1_800_000_100 })
  expect(await storedDisputes()).toEqual([{ status: 'action_required', amount_deducted_paise: 0 }])
  await sendEvent('payment.dispute.under_review', dispute(), { at: 1_800_000_300 })
  expect(await storedDisputes()).toEqual([{ status: 'under_review', amount_deducted_paise: 0 }])
})

test('unknown event kinds are quarantined, harmless ones are processed', async () => {
  const { shop, sendEvent } = await sold()
  await sendEvent('payment.downtime.started', {}, { id: 'evt_harmless' })
  await sendEvent('settlement.processed', {}, { id: 'evt_payout' })
  await sendEvent('payment.teleported', {}, { id: 'evt_new' })
  await sendEvent('payment.dispute.created', {}, { id: 'evt_empty' })
  const foreign = { dispute: { entity: { id: 'disp_X', payment_id: 'pay_X', amount: 100 } } }
  await sendEvent('payment.dispute.created', foreign, { id: 'evt_other' })
  const { rows } = await shop.db.query('select event_id, quarantined, last_error from webhook_events order by event_id')
  expect(rows).toEqual([
    { event_id: 'evt_empty', quarantined: true, last_error: 'not understood' },
    { event_id: 'evt_harmless', quarantined: false, last_error: null },
    { event_id: 'evt_new', quarantined: true, last_error: 'an event of a kind that is not known here' },
    { event_id: 'evt_other', quarantined: true, last_error: 'a payment that is not ours' },
    { event_id: 'evt_payout', quarantined: false, last_error: null },
  ])
})

test('a capture that no order explains keeps the ledger from balancing', async () => {
  const { shop, sendEvent } = await sold()
  const payment = {
    entity: {
      id: 'pay_NoOrderHere01',
      order_id: 'order_NotHere0001',
      amount: 900_000,
      currency: 'INR',
      status: 'captured',
      created_at: 1_790_000_000,
    },
  }
  await sendEvent('payment.captured', { payment }, { id: 'evt_first' })
  await sendEvent('order.paid', { payment, order: { entity: { id: 'order_NotHere0001' } } }, { id: 'evt_second' })
  const ledger = await runPayments(shop.deps, ['ledger'])
  expect(ledger.code).toBe(1)
  expect(ledger.lines.at(-1)).toContain('1 captured payment is known from events alone')
  // An amount that can't be read: nobody knows what it is about.
  await sendEvent('payment.captured', { payment: { entity: { ...payment.entity, amount: 'much' } } }, { id: 'evt_third' })
  expect((await runPayments(shop.deps, ['ledger'])).lines.at(-1)).toContain('2 captured payments are known from events alone')
  for (const event of ['evt_first', 'evt_second', 'evt_third'])
    await runPayments(shop.deps, ['dismiss', event, 'of', 'another', 'shop'])
  expect(await runPayments(shop.deps, ['ledger'])).toMatchObject({ code: 0 })
})

test('quarantined events can be retried or dismissed with a reason', async () => {
  const { shop, sendEvent, dispute, storedDisputes } = await sold()
  await shop.db.query('alter table disputes rename column status to state')
  await sendEvent('payment.dispute.created', dispute(), { id: 'evt_retry' })
  await shop.db.query('alter table disputes rename column state to status')
  await shop.db.query(`update webhook_events set quarantined = true`)
  await sendEvent('payment.teleported', { payment: { entity: { email: 'payer@example.com' } } }, { id: 'evt_new' })
  expect(await runPayments(shop.deps, ['retry', 'evt_unknown'])).toMatchObject({ code: 1 })
  expect(await runPayments(shop.deps, ['retry', 'evt_retry'])).toMatchObject({ code: 0 })
  await processWebhooks(shop.deps, system)
  expect(await storedDisputes()).toHaveLength(1)
  expect(await runPayments(shop.deps, ['dismiss', 'evt_new'])).toEqual({ lines: ['A dismissal needs a reason.'], code: 1 })
  expect(await runPayments(shop.deps, ['dismiss', 'evt_new', 'not', 'ours'])).toEqual({
    lines: ['evt_new is dismissed.'],
    code: 0,
  })
  expect(await runPayments(shop.deps, ['dismiss', 'evt_new', 'again'])).toMatchObject({ code: 1 })
  const { rows } = await shop.db.query(
    `select dismissed_by_kind, dismissed_reason, length(body) as bytes, quarantined from webhook_events where event_id = 'evt_new'`,
  )
  expect(rows).toEqual([{ dismissed_by_kind: 'operator', dismissed_reason: 'not ours', bytes: 0, quarantined: false }])
})
