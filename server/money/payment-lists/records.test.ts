import { createHmac, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { StaffDispute } from '#contract/money/staff/disputes.ts'
import type { StaffDocument } from '#contract/money/staff/documents.ts'
import type { StaffPayment, TimelineEntry } from '#contract/money/staff/payments.ts'
import type { Role } from '#contract/permissions.ts'
import type { StaffRequest } from '#contract/money/staff/requests.ts'
import type { Review, StaffLedger } from '#contract/money/staff/review.ts'
import { addStaff } from '#tests/school/staff.ts'
import { createPayingShop } from '#tests/school/create-paying-shop.ts'
import { addBatch, sellCourse } from '#tests/school/sell-course.ts'
import { buy } from '#tests/school/sell-with-receipt.ts'
import { signIn } from '#tests/school/sign-in.ts'
import { staffClient } from '#tests/school/staff-client.ts'
import { system } from '#server/platform/auth/principal.ts'
import { requestRefund } from '#server/money/refunds/queue-refund.ts'
import { processWebhooks } from '#server/money/settlement/process-webhooks.ts'
import { reconcileLedger } from '#server/money/settlement/reconcile-ledger.ts'
import { reconcileLedgerJob } from '#server/money/settlement/jobs.ts'

type List<One> = { items: One[]; total: number }

/** A school with one paid enrolment, and the calls of its accountant. */
async function sold(given: Parameters<typeof createPayingShop>[0] = {}) {
  const shop = await createPayingShop(given)
  const { batchId, courseId } = await sellCourse(shop.db, { capacity: 5 })
  const student = await signIn(shop)
  const triple = await shop.pay((await shop.start(batchId, student.access)).order_id, 'captured', { webhook: true })
  await shop.post(`/payment/payment-verify/${batchId}/`, triple, student.access)
  await shop.deliverWebhooks()
  await shop.mails()
  const finance = await addStaff(shop, 'finance')
  const staff = staffClient(shop, 'finance', finance)
  return { shop, batchId, courseId, student, triple, finance, staff }
}

test('payments are listed with state, receipt and refundable money', async () => {
  const { shop, staff, triple, student, batchId } = await sold()
  const list = (await staff('GET', 'payments/?state=paid')).as<List<StaffPayment>>()
  expect(list).toMatchObject({
    total: 1,
    items: [
      {
        payment_id: triple.razorpay_payment_id,
        state: 'paid',
        email: student.person.email,
        batch_id: batchId,
        amount_paise: 4_500_000,
        refundable_paise: 4_500_000,
        refunded_paise: 0,
        respond_by: null,
        problem: null,
      },
    ],
  })
  const serial = (await shop.mails(student.person.email)).find(({ subject }) => subject.startsWith('Receipt'))?.subject
  expect(serial).toContain(list.items[0]?.receipt)
  await requestRefund(shop.deps, { kind: 'operator' }, { paymentId: 1, amountPaise: 100_000, reason: 'asked', keepsAccess: true })
  expect((await staff('GET', 'payments/?state=refund_due')).as<List<StaffPayment>>().items).toMatchObject([
    { refundable_paise: 4_400_000, refunded_paise: 0, due_paise: 100_000 },
  ])
  await shop.sendRefunds()
  expect((await staff('GET', 'payments/?state=partly_refunded')).as<List<StaffPayment>>().items).toMatchObject([
    { refundable_paise: 4_400_000, refunded_paise: 100_000, due_paise: 0 },
  ])
})

test('payments are found by provider id, phone and receipt number', async () => {
  const { staff, triple, student } = await sold()
  const [payment] = (await staff('GET', 'payments/')).as<List<StaffPayment>>().items
  for (const q of [triple.razorpay_payment_id, student.person.phone_number, payment?.receipt ?? '', 'asha patil']) {
    expect((await staff('GET', `payments/?q=${encodeURIComponent(q)}`)).as<List<StaffPayment>>().total, q).toBe(1)
  }
  expect((await staff('GET', 'payments/?q=nobody')).as<List<StaffPayment>>().total).toBe(0)
})

test('filters payments by student, batch, course, provider and day', async () => {
  const { staff, batchId, courseId } = await sold()
  const count = async (query: string) => (await staff('GET', `payments/?${query}`)).as<List<StaffPayment>>().total
  const [payment] = (await staff('GET', 'payments/')).as<List<StaffPayment>>().items
  expect(await count(`student=${payment?.student_id}&batch=${batchId}&course=${courseId}&provider=online`)).toBe(1)
  for (const none of ['student=999', 'batch=999', 'course=999', 'provider=offline', 'to=2020-01-01', 'state=review']) {
    expect(await count(none), none).toBe(0)
  }
  expect((await staff('GET', 'payments/?student=x')).status).toBe(400)
})

test('a timeline shows everything that happened to a payment', async () => {
  const { shop, staff, batchId, finance } = await sold()
  const other = await signIn(shop)
  const { order_id: order } = await shop.start(batchId, other.access)
  await shop.pay(order, 'failed', { webhook: true })
  await shop.pay(order, 'captured', { webhook: true })
  await shop.deliverWebhooks()
  await shop.mails()
  const { items } = (await staff('GET', `payments/?q=${other.person.email}&state=paid`)).as<List<StaffPayment>>()
  const id = items[0]?.id ?? 0
  await requestRefund(
    shop.deps,
    { kind: 'staff', id: finance.id, roles: ['finance'] },
    { paymentId: id, amountPaise: null, reason: 'asked', keepsAccess: false },
  )
  await shop.sendRefunds()
  await shop.mails()
  const { entries } = (await staff('GET', `payments/${id}/timeline/`)).as<{ entries: TimelineEntry[] }>()
  const kinds = entries.map(({ kind }) => kind)
  expect(kinds[0]).toBe('order')
  for (const kind of [
    'attempt',
    'captured',
    'event',
    'enrolled',
    'access_ended',
    'receipt',
    'mail',
    'refund',
    'refund_settled',
    'note',
  ]) {
    expect(kinds, kind).toContain(kind)
  }
  expect(entries.find(({ kind }) => kind === 'attempt')).toMatchObject({ state: 'failed' })
  expect(entries.filter(({ kind }) => kind === 'mail').map(({ text, state }) => [text, state])).toEqual([
    ['receipt', 'sent'],
    ['refund', 'sent'],
  ])
  expect(entries.find(({ kind }) => kind === 'refund')?.staff).toMatch(/^Meera /)
  expect(entries.map(({ at }) => at)).toEqual(entries.map(({ at }) => at).toSorted())
  expect((await staff('GET', 'payments/999/timeline/')).status).toBe(404)
})

test('orders show who holds a seat, and until when', async () => {
  const { shop, staff, batchId } = await sold()
  const other = await signIn(shop)
  await shop.start(batchId, other.access)
  const [order] = (await staff('GET', 'orders/?status=open')).as<List<{ held_until: string; email: string }>>().items
  expect(order).toMatchObject({ email: other.person.email })
  expect(Date.parse(order?.held_until ?? '') - Date.now()).toBeGreaterThan(13 * 60_000)
  await shop.passTime('16 minutes')
  expect((await staff('GET', 'orders/?status=open')).as<List<object>>().items).toMatchObject([{ held_until: null }])
})

test('receipts and notes are one list by time and student', async () => {
  const { shop, staff, batchId, student } = await sold()
  const refund = { paymentId: 1, amountPaise: 100_000, reason: 'asked', keepsAccess: true }
  await requestRefund(shop.deps, { kind: 'operator' }, refund)
  await shop.sendRefunds()
  const other = await buy(shop, batchId)
  const list = async (query: string) =>
    (await staff('GET', `documents/${query}`)).as<List<StaffDocument> & { next_cursor: string | null }>()
  const pages: StaffDocument[] = []
  for (let cursor = ''; pages.length < 9; ) {
    const { items, next_cursor: next } = await list(`?limit=1${cursor}`)
    pages.push(...items)
    if (next === null) break
    cursor = `&cursor=${next}`
  }
  const kinds = (items: StaffDocument[]) => items.map(({ kind, email }) => [kind, email])
  const [own, its] = [student.person.email, other.person.email]
  expect(kinds(pages)).toEqual([
    ['receipt', its],
    ['refund_note', own],
    ['receipt', own],
  ])
  expect((await list('')).items).toEqual(pages)
  const id = pages[1]?.student_id ?? 0
  expect(kinds((await list(`?student=${id}`)).items)).toEqual([
    ['refund_note', own],
    ['receipt', own],
  ])
  for (const item of pages) expect((await staff('GET', `documents/${item.id}/`)).as<StaffDocument>()).toEqual(item)
})

test('a document is drawn, and mailed again once a minute', async () => {
  const { shop, staff, student } = await sold()
  await requestRefund(shop.deps, { kind: 'operator' }, { paymentId: 1, amountPaise: 100_000, reason: 'asked', keepsAccess: true })
  await shop.sendRefunds()
  const readPdf = (id: number, role: Role) =>
    shop.app.inject({ url: `/api/staff/documents/${id}/pdf/`, headers: { ...shop.asStaff(role) } })
  const { items } = (await staff('GET', 'documents/?sort=id')).as<List<StaffDocument>>()
  expect(items.map(({ kind, amount_paise: paise }) => [kind, paise])).toEqual([
    ['receipt', 4_500_000],
    ['refund_note', 100_000],
  ])
  const ofKind = async (isNote: boolean) =>
    (await staff('GET', `documents/?is_refund_note=${isNote}`)).as<List<StaffDocument>>().items.map(({ kind }) => kind)
  expect([await ofKind(true), await ofKind(false)]).toEqual([['refund_note'], ['receipt']])
  for (const { id, serial } of items) {
    const pdf = await readPdf(id, 'finance')
    expect(pdf.headers['content-type']).toBe('application/pdf')
    expect(pdf.headers['content-disposition']).toContain(serial.replaceAll('/', '-'))
    const sent = await Promise.all([1, 2, 3].map(() => staff('POST', `documents/${id}/send/`)))
    expect(sent.map(({ status }) => status)).toEqual([202, 202, 202])
    const copies = (await shop.mails(student.person.email)).filter(({ subject }) => subject.startsWith(`Copy of ${serial}`))
    // A minute may end between the calls.
    expect(copies.length).toBeLessThanOrEqual(2)
    expect(copies[0]?.attachments).toHaveLength(1)
  }
  expect((await readPdf(4, 'content')).statusCode).toBe(403)
  expect((await shop.app.inject({ url: '/api/staff/documents/4/pdf/' })).statusCode).toBe(401)
  for (const id of [999, 7]) {
    expect((await staff('POST', `documents/${id}/send/`)).status).toBe(404)
    expect((await readPdf(id, 'owner')).statusCode).toBe(404)
  }
})

test('a transfer is approved once, and never for a refund request', async () => {
  const { shop, staff, student, courseId } = await sold()
  const toBatch = await addBatch(shop.db, courseId, { capacity: 3 })
  const ask = { enrolment_id: 1, reason: 'New hours.' }
  await shop.post('/payment/requests/', { ...ask, kind: 'transfer', to_batch_id: toBatch }, student.access)
  const [open] = (await staff('GET', 'requests/?status=open')).as<List<StaffRequest>>().items
  const decided = async () => (await staff('GET', 'requests/?is_decided=true')).as<List<StaffRequest>>().items.map(({ id }) => id)
  expect(await decided()).toEqual([])
  expect(open).toMatchObject({ kind: 'transfer', to_batch_id: toBatch, to_batch_seats: 3, refundable_paise: 4_500_000 })
  const answers = await Promise.all([1, 2, 3].map(() => staff('POST', 'requests/1/approve-transfer/')))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  expect((await shop.db.query('select batch_id from enrolments')).rows).toEqual([{ batch_id: toBatch }])
  await shop.post('/payment/requests/', { ...ask, kind: 'refund' }, student.access)
  expect(await decided()).toEqual([1])
  expect((await staff('POST', 'requests/2/approve-transfer/')).error.code).toBe('refund_request')
  expect((await staff('POST', 'requests/2/decline/', { body: { reason: ' ' } })).status).toBe(400)
  const declined = await staff('POST', 'requests/2/decline/', { body: { reason: 'The course has ended.' } })
  expect(declined.as<StaffRequest>()).toMatchObject({ status: 'declined', answer: 'The course has ended.' })
  expect((await staff('POST', 'requests/2/decline/', { body: { reason: 'Again.' } })).status).toBe(409)
  const texts = (await shop.mails(student.person.email)).map(({ text }) => text).join()
  expect(texts).toContain('The course has ended.')
})

test('access ends by a lost dispute only', async () => {
  const { shop, staff, triple } = await sold()
  const send = async (event: string, more: object = {}) => {
    const entity = {
      id: 'disp_Test000000001',
      payment_id: triple.razorpay_payment_id,
      amount: 4_500_000,
      amount_deducted: 0,
      ...more,
    }
    const payload = JSON.stringify({
      entity: 'event',
      event,
      payload: { dispute: { entity: { phase: 'chargeback', reason_code: 'fraud', respond_by: 1_900_000_000, ...entity } } },
      created_at: 1_800_000_000,
    })
    const signature = createHmac('sha256', 'webhook-secret-of-the-tests').update(payload).digest('hex')
    const headers = { 'content-type': 'application/json', 'x-razorpay-signature': signature, 'x-razorpay-event-id': randomUUID() }
    await shop.app.inject({ method: 'POST', url: '/api/payment/webhook/', headers, payload })
    await processWebhooks(shop.deps, system)
  }
  await send('payment.dispute.created')
  expect((await staff('GET', 'disputes/?status=waiting')).as<List<StaffDispute>>().items).toMatchObject([
    { status: 'open', amount_paise: 4_500_000, has_access: true, respond_by: '2030-03-17T17:46:40.000Z' },
  ])
  expect((await staff('GET', 'review/')).as<Review>().disputes).toHaveLength(1)
  expect((await staff('GET', 'payments/1/')).as<StaffPayment>().respond_by).toBe('2030-03-17T17:46:40.000Z')
  expect((await staff('POST', 'payments/1/end-access/')).error.code).toBe('payment_in_order')
  await send('payment.dispute.lost', { amount_deducted: 4_500_000 })
  expect((await staff('GET', 'review/')).as<Review>().disputes).toHaveLength(0)
  expect((await staff('POST', 'payments/1/end-access/')).status).toBe(200)
  expect((await staff('POST', 'payments/1/end-access/')).error.code).toBe('no_access')
  expect((await staff('GET', 'disputes/1/')).as<StaffDispute>()).toMatchObject({ status: 'lost', has_access: false })
  expect((await staff('GET', 'ledger/')).as<StaffLedger>()).toMatchObject({
    balances: true,
    disputes_lost: 1,
    lost_paise: 4_500_000,
  })
})

test('a payment that the provider denies ends and is closed', async () => {
  const { shop, staff } = await sold()
  await shop.db.query(`update payments set disposition = 'review'`)
  expect((await staff('GET', 'review/')).as<Review>().payments).toMatchObject([{ reason: 'not_confirmed', has_access: true }])
  await shop.faults({ payments: '502' })
  expect((await staff('POST', 'payments/1/confirm/')).status).toBe(503)
  await shop.faults({})
  await shop.db.query(`update payments set provider_payment_id = 'pay_Unknown0000001' where id = 1`)
  expect((await staff('POST', 'payments/1/confirm/')).as<{ message: string }>().message).toContain('still does not confirm')
  expect((await staff('POST', 'payments/1/end-access/')).status).toBe(200)
  expect((await staff('POST', 'payments/1/close-review/', { body: { reason: '' } })).status).toBe(400)
  const reason = 'The event was forged.'
  expect((await staff('POST', 'payments/1/close-review/', { body: { reason } })).status).toBe(200)
  expect((await staff('POST', 'payments/1/close-review/', { body: { reason } })).error.code).toBe('not_in_review')
  expect((await staff('GET', 'review/')).as<Review>().payments).toEqual([])
})

test('a payment that the provider confirms leaves the review', async () => {
  const { shop, staff } = await sold()
  await shop.db.query(`update payments set disposition = 'review'`)
  expect((await staff('POST', 'payments/1/confirm/')).status).toBe(200)
  expect(await shop.ledger()).toMatchObject({ enrolments: 1, dispositions: ['enrolled'] })
  expect((await staff('POST', 'payments/1/confirm/')).status).toBe(409)
})

test('a payment of another amount is reviewed with both amounts', async () => {
  const shop = await createPayingShop()
  const { batchId } = await sellCourse(shop.db)
  const { access } = await signIn(shop)
  await shop.faults({ payments: 'wrong_amount' })
  const { order_id: order } = await shop.start(batchId, access)
  await shop.pay(order, 'captured', { webhook: true })
  await shop.faults({})
  await shop.deliverWebhooks()
  const { payments } = (await staffClient(shop, 'owner')('GET', 'review/')).as<Review>()
  expect(payments).toMatchObject([{ reason: 'amount_differs', order_paise: 4_500_000, has_access: false }])
  expect(payments[0]?.amount_paise).not.toBe(4_500_000)
})

test('a failing refund brings a closed payment back', async () => {
  const { shop, staff } = await sold()
  const refund = () =>
    requestRefund(shop.deps, { kind: 'operator' }, { paymentId: 1, amountPaise: null, reason: 'asked', keepsAccess: false })
  await shop.faults({ refunds: 'failed' })
  await refund()
  await shop.sendRefunds()
  await shop.deliverWebhooks()
  const payments = async () => (await staff('GET', 'review/')).as<Review>().payments
  expect(await payments()).toMatchObject([{ reason: 'refund_failed' }])
  await staff('POST', 'payments/1/close-review/', { body: { reason: 'Paid back by transfer.' } })
  expect(await payments()).toEqual([])
  await shop.passTime('1 minute')
  await refund()
  await shop.sendRefunds()
  await shop.deliverWebhooks()
  expect(await payments()).toMatchObject([{ reason: 'refund_failed' }])
})

test('a quarantined event is retried or dismissed with a reason', async () => {
  const { shop, staff } = await sold()
  const insert = `insert into webhook_events (provider, event_id, event_type, body, received_at, next_attempt_at, quarantined, last_error)
    values ('razorpay', $1, 'strange.event', '{}', app_now(), app_now(), true, 'not understood')`
  for (const id of ['evt_one', 'evt_two']) await shop.db.query(insert, [id])
  const events = async () => (await staff('GET', 'review/')).as<Review>().events.map(({ event_id: id }) => id)
  expect(await events()).toEqual(['evt_one', 'evt_two'])
  expect((await staff('POST', 'review/retry-event/', { body: { event_id: 'evt_one' } })).status).toBe(200)
  expect((await staff('POST', 'review/dismiss/', { body: { id: 'evt_two', reason: '' } })).status).toBe(400)
  expect((await staff('POST', 'review/dismiss/', { body: { id: 'evt_two', reason: 'A test.' } })).status).toBe(200)
  expect(await events()).toEqual([])
  await processWebhooks(shop.deps, system)
  expect(await events()).toEqual(['evt_one'])
  expect((await staff('POST', 'review/retry-event/', { body: { event_id: 'evt_two' } })).status).toBe(404)
})

test('two people who compare the ledger at once queue one comparison', async () => {
  const { shop, staff } = await sold()
  const answers = await Promise.all([1, 2, 3].map(() => staff('POST', 'ledger/compare/')))
  for (const answer of answers) expect(answer.as<StaffLedger>().is_comparing).toBe(true)
  expect(await shop.deps.jobs.drain(reconcileLedgerJob, async () => void (await reconcileLedger(shop.deps, system)))).toBe(1)
  const ledger = (await staff('GET', 'ledger/')).as<StaffLedger>()
  expect(ledger).toMatchObject({ balances: true, is_comparing: false, captured: 1, captured_paise: 4_500_000, differences: [] })
  expect(ledger.compared_at).not.toBeNull()
})

test('support reads payments and decides nothing about money', async () => {
  const { shop } = await sold()
  const support = staffClient(shop, 'support')
  expect((await support('GET', 'payments/')).status).toBe(200)
  for (const path of ['payments/1/end-access/', 'payments/1/close-review/', 'review/dismiss/', 'ledger/compare/']) {
    expect((await support('POST', path, { body: {} })).status, path).toBe(403)
  }
  expect((await staffClient(shop, 'instructor')('GET', 'payments/')).status).toBe(403)
})
