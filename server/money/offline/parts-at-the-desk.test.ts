import { expect, test } from 'vitest'
import type { Instalment } from '#contract/money/instalments.ts'
import type { PaymentRecord, StartedPayment } from '#contract/money/payments.ts'
import type { ApprovalRecord } from '#contract/money/staff/approvals.ts'
import type { OfflinePaymentRecord } from '#contract/money/staff/offline-payments.ts'
import type { PaymentPlanRecord } from '#contract/money/staff/payment-plans.ts'
import type { Refundable, RefundListed } from '#contract/money/staff/refunds.ts'
import { remindOfInstalments } from '#server/money/instalments/remind.ts'
import { system } from '#server/platform/auth/principal.ts'
import { type Clerk, decide, newKey, newReference, openDesk, refund } from '#tests/school/desk.ts'
import { buy, textOf } from '#tests/school/sell-with-receipt.ts'
import { addBatch, sellCourse } from '#tests/school/sell-course.ts'
import { signIn } from '#tests/school/sign-in.ts'

/** A student who has paid the first of three parts online: ₹14,400, ₹10,800 and ₹10,800. */
async function placeInParts() {
  const desk = await openDesk()
  const { shop } = desk
  const { courseId, batchId } = await sellCourse(shop.db, { price: 3_600_000 })
  const clerk = await desk.clerk('finance')
  const parts = [
    { percent: 40, days: 0 },
    { percent: 30, days: 30 },
    { percent: 30, days: 60 },
  ]
  const plan = (
    await clerk.call('POST', 'payment-plans/', { body: { course_id: courseId, name: 'Three parts', parts } })
  ).as<PaymentPlanRecord>()
  const student = await signIn(shop)
  await shop.app.inject({
    method: 'PUT',
    url: '/api/payment/choice/',
    headers: { authorization: `Bearer ${student.access}` },
    payload: { batch_id: batchId, plan: plan.id, coupon: null },
  })
  await buy(shop, batchId, student)
  const { access } = student
  const owed = async () => (await shop.get('/payment/instalments/', access)).json<{ items: Instalment[] }>().items
  const states = async () => (await owed()).map(({ state }) => state)
  const idOf = async (number: number) => (await owed()).find((part) => part.number === number)?.id ?? 0
  /** Records the second part by bank transfer, unless a test says otherwise. */
  const take = async (given: object = {}, { by = clerk, number = 2 }: { by?: Clerk; number?: number } = {}) => {
    const body = {
      key: newKey(),
      rest: false,
      method: 'bank_transfer',
      reference: newReference(),
      amount_paise: 1_080_000,
      received_on: await desk.today(),
      received_by: by.id,
      ...given,
    }
    return by.call('POST', `instalments/${await idOf(number)}/take/`, { body })
  }
  const history = async () => (await shop.get('/payment/payment-details/', access)).json<PaymentRecord[]>()
  const startPart = async (number: number) => shop.post(`/payment/instalments/${await idOf(number)}/start/`, undefined, access)
  const offline = async () => (await clerk.call('GET', 'offline-payments/')).as<{ items: OfflinePaymentRecord[] }>().items
  return { desk, shop, courseId, batchId, clerk, student, access, owed, states, idOf, take, history, startPart, offline }
}

test('a part taken at the desk has its receipt [PAY-79]', async () => {
  const { desk, shop, access, states, take, history, offline } = await placeInParts()
  const done = await take()
  expect(done.status, JSON.stringify(done.error)).toBe(201)
  expect(done.as<ApprovalRecord>()).toMatchObject({ kind: 'offline_payment', state: 'not_needed', for_part: 'part 2 of 3' })
  expect(await states()).toEqual(['paid', 'paid', 'due'])
  expect(await offline()).toMatchObject([
    { state: 'cleared', for_part: 'part 2 of 3', amount_paise: 1_080_000, disposition: 'enrolled' },
  ])
  const [part] = await history()
  expect(part).toMatchObject({ amount: 10_800, status: 'paid' })
  const pdf = await shop.get(`/payment/receipts/${part?.receipt?.id}/pdf/`, access)
  const text = await textOf(pdf.rawPayload)
  expect(text).toContain('Part 2 of 3')
  expect(text).toContain('₹36,000.00')
  expect(await shop.ledger()).toMatchObject({ enrolments: 1, receipts: 2, refunds: 0 })
  await desk.ledger()
})

test('the rest at the desk opens a late room [PAY-79]', async () => {
  const { desk, shop, batchId, access, states, take } = await placeInParts()
  await shop.db.query(`update instalments set due_on = due_on - 50, agreed_on = agreed_on - 50`)
  const paused = async () => (await shop.get(`/videos/${batchId}/`, access)).json<{ payment_due: boolean }>().payment_due
  expect(await paused()).toBe(true)
  const done = await take({ rest: true, amount_paise: 2_160_000, method: 'upi' })
  expect(done.as<ApprovalRecord>().for_part).toBe('all that is left')
  expect([await paused(), await states()]).toEqual([false, ['paid', 'paid', 'paid']])
  expect((await take({ rest: true })).status).toBe(409)
  await desk.ledger()
})

test('the desk takes neither another amount nor a later part [PAY-79]', async () => {
  const { desk, clerk, states, take, shop } = await placeInParts()
  const refused = async (given: object, number = 2) => {
    const answer = await take(given, { number })
    return [answer.status, answer.error.code]
  }
  expect(await refused({ amount_paise: 1_000_000 })).toEqual([409, 'price_differs'])
  expect(await refused({ rest: true })).toEqual([409, 'price_differs'])
  expect(await refused({}, 3)).toEqual([409, 'not_next'])
  expect(await refused({}, 1)).toEqual([409, 'not_owed'])
  expect(await refused({ received_on: await desk.today(-1) })).toEqual([400, 'invalid'])
  expect(await refused({ method: 'cheque', reference: '12' })).toEqual([400, 'invalid'])
  const reference = newReference()
  expect((await take({ reference })).status).toBe(201)
  expect(await refused({ reference }, 3)).toEqual([409, 'reference_taken'])
  expect((await clerk.call('POST', 'instalments/999999/take/', { body: {} })).status).toBe(400)
  expect(await states()).toEqual(['paid', 'paid', 'due'])
  expect(await shop.ledger()).toMatchObject({ enrolments: 1, receipts: 2 })
})

test('a repeated call takes a part once [PAY-79]', async () => {
  const { desk, take, offline } = await placeInParts()
  const same = { key: newKey(), reference: newReference() }
  const answers = await Promise.all([take(same), take(same), take(same)])
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(new Set(answers.map((answer) => answer.as<ApprovalRecord>().id)).size).toBe(1)
  expect(await offline()).toHaveLength(1)
  await desk.ledger()
})

test('desk and checkout at once take a part once [PAY-79]', async () => {
  const { desk, shop, batchId, access, states, take, startPart } = await placeInParts()
  const { order_id: orderId } = (await startPart(2)).json<StartedPayment>()
  const triple = await shop.pay(orderId)
  const [desktop, online] = await Promise.all([take(), shop.post(`/payment/payment-verify/${batchId}/`, triple, access)])
  expect(await states()).toEqual(['paid', 'paid', 'due'])
  const status = online.json<{ status: string }>().status
  // Whoever comes second is refused, or gets the money back.
  expect([
    [201, 'refund_due'],
    [409, 'enrolled'],
  ]).toContainEqual([desktop.status, status])
  await shop.sendRefunds()
  expect(await shop.ledger()).toMatchObject({ enrolments: 1, receipts: 2 })
  await desk.ledger()
})

test('two clerks take a part once [PAY-79]', async () => {
  const { desk, states, take } = await placeInParts()
  const other = await desk.clerk('finance')
  const answers = await Promise.all([take(), take({}, { by: other })])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
  expect(await states()).toEqual(['paid', 'paid', 'due'])
  await desk.ledger()
})

test('money at the checkout after the desk took it goes back [PAY-79]', async () => {
  const { desk, shop, batchId, access, take, startPart } = await placeInParts()
  const { order_id: orderId } = (await startPart(2)).json<StartedPayment>()
  await take()
  const late = await shop.post(`/payment/payment-verify/${batchId}/`, await shop.pay(orderId), access)
  expect(late.json()).toMatchObject({ status: 'refund_due' })
  await shop.sendRefunds()
  expect(await shop.ledger()).toMatchObject({ refunds: 1, receipts: 2 })
  await desk.ledger()
})

test('a part above the limit waits for a second person [PAY-79]', async () => {
  const { desk, states, take } = await placeInParts()
  await desk.setLimit(1_000_000)
  const asked = (await take()).as<ApprovalRecord>()
  expect(asked).toMatchObject({ state: 'waiting', for_part: 'part 2 of 3' })
  expect(await states()).toEqual(['paid', 'due', 'due'])
  const second = await desk.clerk('owner')
  expect((await decide(second, asked, 'approve')).status).toBe(200)
  expect(await states()).toEqual(['paid', 'paid', 'due'])
  await desk.ledger()
})

test('what waits is owed when the part was paid meanwhile [PAY-79]', async () => {
  const { desk, shop, batchId, access, take, startPart, offline } = await placeInParts()
  await desk.setLimit(1_000_000)
  const asked = (await take()).as<ApprovalRecord>()
  const { order_id: orderId } = (await startPart(2)).json<StartedPayment>()
  await shop.post(`/payment/payment-verify/${batchId}/`, await shop.pay(orderId), access)
  const second = await desk.clerk('owner')
  expect((await decide(second, asked, 'approve')).as<ApprovalRecord>()).toMatchObject({ state: 'failed', is_owed: true })
  expect((await offline())[0]?.state).toBe('return_due')
  await desk.ledger()
})

test('a cheque for a part pays it when it clears [PAY-79]', async () => {
  const { desk, clerk, states, take, offline } = await placeInParts()
  expect((await take({ method: 'cheque', reference: 'HDFC 004512' })).status).toBe(201)
  const [cheque] = await offline()
  expect(cheque).toMatchObject({ state: 'received', hold_until: null, for_part: 'part 2 of 3' })
  expect(await states()).toEqual(['paid', 'due', 'due'])
  const cleared = await clerk.call('POST', `offline-payments/${cheque?.id}/clear/`, { version: cheque?.version })
  expect(cleared.as<OfflinePaymentRecord>()).toMatchObject({ state: 'cleared', disposition: 'enrolled' })
  expect(await states()).toEqual(['paid', 'paid', 'due'])
  await desk.ledger()
})

test('no place ends while its cheque is at the bank [PAY-79]', async () => {
  const { shop, clerk, states, take, offline } = await placeInParts()
  await take({ method: 'cheque', reference: 'HDFC 004512' })
  await shop.db.query(`update instalments set due_on = due_on - 90, agreed_on = agreed_on - 90`)
  const remind = () => remindOfInstalments({ ...shop.deps, stopping: new AbortController().signal }, system)
  await remind()
  expect(await states()).toEqual(['paid', 'late', 'late'])
  const [cheque] = await offline()
  await clerk.call('POST', `offline-payments/${cheque?.id}/bounce/`, { version: cheque?.version })
  await remind()
  expect(await states()).toEqual([])
})

test('a cheque for a part that was paid meanwhile goes back [PAY-79]', async () => {
  const { desk, clerk, shop, batchId, access, take, startPart, offline } = await placeInParts()
  await take({ method: 'cheque', reference: 'HDFC 004512' })
  const { order_id: orderId } = (await startPart(2)).json<StartedPayment>()
  await shop.post(`/payment/payment-verify/${batchId}/`, await shop.pay(orderId), access)
  const [cheque] = await offline()
  const cleared = await clerk.call('POST', `offline-payments/${cheque?.id}/clear/`, { version: cheque?.version })
  expect(cleared.as<OfflinePaymentRecord>()).toMatchObject({ state: 'refund_due', disposition: 'refund_due' })
  await desk.ledger()
})

test('cash of all parts counts against the limit of cash [PAY-79]', async () => {
  const { desk, take } = await placeInParts()
  await desk.shop.db.query(`update instalments set amount_paise = 19999900 where state = 'open'`)
  expect((await take({ method: 'cash', amount_paise: 19_999_900 })).status).toBe(201)
  const second = await take({ method: 'cash', amount_paise: 19_999_900 }, { number: 3 })
  expect([second.status, second.error.code]).toEqual([409, 'cash_limit'])
})

test('a place paid in mixed ways is refunded [PAY-79]', async () => {
  const { desk, shop, clerk, owed, take, history } = await placeInParts()
  await take()
  await take({ method: 'cash' }, { number: 3 })
  const [, , first] = await history()
  const asked = (await clerk.call('GET', `payments/${first?.id}/refund/`)).as<Refundable>()
  expect(asked).toMatchObject({ refundable_paise: 3_600_000, payments: 3, is_offline: false, is_mixed: true })
  const paidBack = { method: 'upi', reference: newReference(), paid_on: await desk.today() }
  expect((await refund(clerk, first?.id ?? 0, { paid_back: paidBack })).status).toBe(400)
  expect((await refund(clerk, first?.id ?? 0)).status).toBe(201)
  await shop.sendRefunds()
  expect(await owed()).toEqual([])
  // What came online went back by itself; a person pays back the rest, one by one.
  expect((await history()).map(({ status }) => status)).toEqual(['refund_due', 'refund_due', 'refunded'])
  const waiting = (await clerk.call('GET', 'refunds/?status=queued')).as<{ items: RefundListed[] }>().items
  expect(waiting.map(({ amount_paise, to_pay_back }) => [amount_paise, to_pay_back])).toEqual([
    [1_080_000, true],
    [1_080_000, true],
  ])
  for (const { id } of waiting) {
    const body = { method: 'bank_transfer', reference: newReference(), paid_on: await desk.today() }
    expect((await clerk.call('POST', `refunds/${id}/paid-back/`, { body })).status).toBe(200)
  }
  expect((await history()).map(({ status }) => status)).toEqual(['refunded', 'refunded', 'refunded'])
  expect(await shop.ledger()).toMatchObject({ enrolments: 0 })
  await desk.ledger()
})

test('one reference pays back one payment of a place [PAY-79]', async () => {
  const { desk, clerk, take, history } = await placeInParts()
  await take()
  await take({}, { number: 3 })
  const [last] = await history()
  const paidBack = { method: 'upi', reference: newReference(), paid_on: await desk.today() }
  const both = await refund(clerk, last?.id ?? 0, { amount_paise: 2_000_000, paid_back: paidBack })
  expect([both.status, both.error.code]).toEqual([409, 'several_payments'])
  const one = await refund(clerk, last?.id ?? 0, { amount_paise: 1_080_000, paid_back: paidBack })
  expect(one.status).toBe(201)
  expect((await history())[0]).toMatchObject({ status: 'refunded' })
  await desk.ledger()
})

test('a moved student pays for the new batch [PAY-79]', async () => {
  const { desk, shop, courseId, states, take } = await placeInParts()
  const to = await addBatch(shop.db, courseId)
  const support = await desk.clerk('support')
  const place = (await support.call('GET', 'enrolments/')).as<{ items: { id: number; version: number }[] }>().items[0]
  await support.call('POST', `enrolments/${place?.id}/transfer/`, {
    version: place?.version,
    body: { to_batch: to, reason: 'Another time.' },
  })
  expect((await take()).as<ApprovalRecord>()).toMatchObject({ batch_id: to, for_part: 'part 2 of 3' })
  expect(await states()).toEqual(['paid', 'paid', 'due'])
  await desk.ledger()
})

test('roles without money take no part [PAY-79]', async () => {
  const { desk, take, states } = await placeInParts()
  for (const role of ['support', 'instructor'] as const) {
    expect((await take({}, { by: await desk.clerk(role) })).status, role).toBe(403)
  }
  expect(await states()).toEqual(['paid', 'due', 'due'])
})
