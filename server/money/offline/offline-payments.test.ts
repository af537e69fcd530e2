import { expect, test } from 'vitest'
import type { BatchSeats } from '#contract/enrolment/staff/enrolments.ts'
import { setSettings } from '#tests/school/set-settings.ts'
import type { ApprovalRecord } from '#contract/money/staff/approvals.ts'
import type { OfflinePaymentRecord } from '#contract/money/staff/offline-payments.ts'
import type { StaffPayment } from '#contract/money/staff/payments.ts'
import type { RefundListed } from '#contract/money/staff/refunds.ts'
import type { Today } from '#contract/desk/staff/today.ts'
import { cancelBatch } from '#tests/school/change-batch.ts'
import { buyOnline, type Clerk, decide, type Desk, newReference, openDesk, refund, take, walkIn } from '#tests/school/desk.ts'
import { momentOf, readWorkbook } from '#tests/school/read-workbook.ts'
import { addBatch, planBatch, sellCourse } from '#tests/school/sell-course.ts'
import { codeSentTo, signIn } from '#tests/school/sign-in.ts'
import { operator, system } from '#server/platform/auth/principal.ts'
import { approveRequest } from '#server/money/requests/decide-request.ts'
import { reconcile } from '#server/money/settlement/reconcile.ts'
import { reconcileLedger } from '#server/money/settlement/reconcile-ledger.ts'
import { sendRefund } from '#server/money/refunds/send-refund.ts'
import { findDocument } from '#server/money/invoicing/find-document.ts'
import { sweep } from '#server/features.ts'
import { sendRefundJob } from '#server/money/refunds/jobs.ts'

const list = async (clerk: Clerk, query = '') =>
  (await clerk.call('GET', `offline-payments/${query}`)).as<{ items: OfflinePaymentRecord[]; total: number }>()

async function firstOf(clerk: Clerk): Promise<OfflinePaymentRecord> {
  const [payment] = (await list(clerk)).items
  if (!payment) throw new Error('there is no offline payment')
  return payment
}

async function nothingStored(desk: Desk): Promise<void> {
  for (const table of ['offline_payments', 'payments', 'payment_orders', 'enrolments', 'receipts', 'approvals']) {
    expect(await desk.count(table), table).toBe(0)
  }
}

test('staff find a payment by its receipt or reference, however typed', async () => {
  const desk = await openDesk()
  const clerk = await desk.clerk()
  const { batchId } = await sellCourse(desk.shop.db, { price: 2_000_000, discounts: [] })
  const [student, other] = [await desk.student(), await desk.student()]
  const price = { batch_id: batchId, amount_paise: 2_000_000 }
  await take(desk, clerk, { ...price, student_id: student.id, reference: 'HDFC N26/112400001' })
  await take(desk, clerk, { ...price, student_id: other.id, reference: 'HDFC N26/112400002' })
  const [payment] = (await list(clerk, `?student=${student.id}`)).items
  expect(payment?.receipt).toMatch(/^KS\/\d{4}\/00000[12]$/)
  const found = async (path: string, q: string) =>
    (await clerk.call('GET', `${path}/?q=${encodeURIComponent(q)}`)).as<{ items: { id: number }[] }>().items.map(({ id }) => id)
  const typed = ['HDFC N26/112400001', 'hdfcn26112400001', payment?.receipt ?? '', payment?.receipt?.toLowerCase() ?? '']
  for (const q of typed) {
    expect(await found('offline-payments', q), q).toEqual([payment?.id])
    expect(await found('payments', q), q).toEqual([payment?.payment_id])
    expect(await found('students', q), q).toEqual([student.id])
    const { results } = (await clerk.call('GET', `search/?q=${encodeURIComponent(q)}`)).as<{ results: { id: number }[] }>()
    expect(
      results.map(({ id }) => id),
      q,
    ).toEqual([student.id])
  }
  // What names no payment, though it looks like a number.
  for (const q of ['KS/2627/999999999', 'KS/26/1', 'KC/2627/000001', '--', '//']) {
    expect(await found('students', q), q).toEqual([])
  }
})

test('the export has rupees, the time in India and the reference', async () => {
  const desk = await openDesk()
  const clerk = await desk.clerk()
  const { batchId } = await sellCourse(desk.shop.db, { price: 2_379_915, discounts: [], capacity: 2 })
  const student = await desk.student()
  const answer = await take(desk, clerk, {
    student_id: student.id,
    batch_id: batchId,
    amount_paise: 2_379_915,
    reference: 'UTR 91',
  })
  expect(answer.status).toBe(201)
  // Ten minutes after midnight in India, which is the day before in UTC.
  await desk.shop.db.query(`update payments set captured_at = '2026-10-31T18:40:00Z'`)
  await planBatch(desk.shop.db, batchId, { first_day: '2026-12-02', clock: '00:00' })
  const csv = async (path: string) => {
    const { headers, body } = await desk.shop.app.inject({
      method: 'GET',
      url: `/api/staff/${path}`,
      headers: { ...desk.shop.asStaff('finance', clerk) },
    })
    const [head = '', ...lines] = body.replace('\ufeff', '').trim().split('\r\n')
    const names = head.split(',')
    const records = lines.map((line) => Object.fromEntries(line.split(',').map((value, index) => [names[index], value])))
    return { file: String(headers['content-disposition']), records }
  }
  const payments = await csv('payments/export/?from=2026-11-01&to=2026-11-30')
  expect(payments.file).toBe('attachment; filename="payments-2026-11.csv"')
  expect(payments.records).toMatchObject([
    {
      amount: '23799.15',
      refunded: '0.00',
      'paid_at (IST)': '2026-11-01 00:10',
      reference: 'UTR 91',
      batch_starts_on: '2026-12-02',
      received_on: await desk.today(),
    },
  ])
  const workbook = await desk.shop.app.inject({
    url: '/api/staff/payments/export/?format=xlsx',
    headers: { ...desk.shop.asStaff('finance', clerk) },
  })
  const { headings, rows } = readWorkbook(workbook.rawPayload)
  const cell = (heading: string) => rows[0]?.[headings.indexOf(heading)]
  expect([cell('amount'), cell('reference'), cell('state'), cell('refunded_at (IST)')]).toEqual([
    { number: 23_799.15, format: '#,##0.00' },
    'UTR 91',
    'Paid',
    null,
  ])
  expect([momentOf(cell('paid_at (IST)')), momentOf(cell('batch_starts_on'))]).toEqual(['2026-11-01 00:10', '2026-12-02 00:00'])
  expect((await refund(clerk, (await firstOf(clerk)).payment_id ?? 0, { amount_paise: 100 })).status).toBe(201)
  const offline = await csv('offline-payments/export/')
  expect(offline.file).toBe(`attachment; filename="offline-payments-${await desk.today()}.csv"`)
  // Two batches of one course have one name.
  const batch = { batch_id: String(batchId), batch_starts_on: '2026-12-02' }
  expect(offline.records).toMatchObject([{ amount: '23799.15', reference: 'UTR 91', ...batch }])
  expect((await csv('documents/export/')).records).toMatchObject([
    { id: offline.records[0]?.['document_id'], amount: '23799.15', ...batch },
  ])
  expect((await csv('orders/export/')).records).toMatchObject([{ amount: '23799.15', ...batch }])
  expect((await csv('refunds/export/')).records).toMatchObject([{ amount: '1.00', ...batch }])
  const refunded = async () => (await csv('payments/export/')).records[0]
  expect(await refunded()).toMatchObject({ refunded: '0.00', 'refunded_at (IST)': '', refund_notes: '', refund_reasons: '' })
  const paid_back = { method: 'upi', reference: 'UTR 92', paid_on: await desk.today() }
  const given = { amount_paise: 250, reason: 'Fee of the bank', paid_back }
  expect((await refund(clerk, (await firstOf(clerk)).payment_id ?? 0, given)).status).toBe(201)
  await desk.shop.db.query(`update refunds set settled_at = '2026-11-01T18:40:00Z' where status = 'processed'`)
  const [note] = (await csv('documents/export/?is_refund_note=true')).records
  expect(note?.['serial']).toMatch(/^KN/)
  expect(await refunded()).toMatchObject({
    refunded: '2.50',
    'refunded_at (IST)': '2026-11-02 00:10',
    refund_notes: note?.['serial'],
    refund_reasons: 'Fee of the bank',
  })
})

test('an offline payment enrols with one receipt and mail [PAY-60]', async () => {
  const desk = await openDesk()
  const clerk = await desk.clerk()
  const { batchId } = await sellCourse(desk.shop.db, { price: 4_500_000, discounts: [{ value: '20%' }], capacity: 1 })
  const student = await desk.student()
  const answer = await take(desk, clerk, {
    student_id: student.id,
    batch_id: batchId,
    amount_paise: 3_600_000,
    reference: 'UTR 77',
  })
  expect(answer.status).toBe(201)
  expect(answer.as<ApprovalRecord>()).toMatchObject({ state: 'not_needed', is_enrolled: true, reference: 'UTR 77' })
  expect(await firstOf(clerk)).toMatchObject({
    state: 'cleared',
    disposition: 'enrolled',
    receipt: expect.stringMatching(/^KS\//),
  })
  expect(await desk.shop.ledger()).toEqual({ enrolments: 1, receipts: 1, refunds: 0, dispositions: ['enrolled'] })
  expect(await desk.ledger()).toMatchObject({ captured: 1, enrolled: 1, captured_paise: 3_600_000 })
  const mails = (await desk.shop.mails(student.email)).filter(({ subject }) => subject.startsWith('Receipt'))
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toContain('UPI, reference UTR 77')
  const document = await findDocument(desk.shop.deps, { kind: 'receipt', id: 1 })
  expect(document?.printed).toMatchObject({
    offline: { method: 'upi', reference: 'UTR 77', received_on: await desk.today() },
    price: { list_paise: 4_500_000, discount_paise: 900_000, discount_text: '20%' },
  })
  const { rows } = await desk.shop.db.query(`select distinct table_name from audit_log where actor_id = $1 order by 1`, [
    clerk.id,
  ])
  expect(rows.map(({ table_name }) => table_name)).toEqual(
    expect.arrayContaining(['approvals', 'enrolments', 'offline_payments', 'payment_orders', 'payments', 'receipts']),
  )
  const log = JSON.stringify((await desk.shop.db.query('select changes from audit_log')).rows)
  // The reference proves the transfer. What the receipt prints of the person is masked.
  expect(log).toContain('UTR 77')
  expect(log).not.toContain(student.email)
})

test('twenty clerks record one reference: one enrolment, one receipt [PAY-61]', { timeout: 60_000 }, async () => {
  const desk = await openDesk()
  const { courseId, batchId } = await sellCourse(desk.shop.db)
  const other = await addBatch(desk.shop.db, courseId, {})
  const clerks = await Promise.all(Array.from({ length: 20 }, () => desk.clerk()))
  const writings = ['utr 123-456', 'UTR123456', 'Utr/123456', ' UTR 123 456 ']
  const answers = await Promise.all(
    clerks.map((clerk, index) =>
      take(desk, clerk, { new_student: walkIn(), batch_id: index % 2 ? batchId : other, reference: writings[index % 4] }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, ...Array.from({ length: 19 }, () => 409)])
  const refused = answers
    .filter(({ status }) => status === 409)
    .map(({ error }) => [error.code, Object.keys(error).includes('reference')])
  expect(refused).toEqual(Array.from({ length: 19 }, () => ['reference_taken', true]))
  expect(await desk.shop.ledger()).toEqual({ enrolments: 1, receipts: 1, refunds: 0, dispositions: ['enrolled'] })
  expect([await desk.count('users'), await desk.count('offline_payments'), await desk.count('approvals')]).toEqual([1, 1, 1])
  await desk.ledger()
})

test('twenty clerks, one last seat: one enrolled, nothing stored of others [PAY-62]', { timeout: 60_000 }, async () => {
  const desk = await openDesk()
  const { batchId } = await sellCourse(desk.shop.db, { capacity: 1 })
  const clerks = await Promise.all(Array.from({ length: 20 }, () => desk.clerk()))
  const answers = await Promise.all(clerks.map((clerk) => take(desk, clerk, { new_student: walkIn(), batch_id: batchId })))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409).map(({ error }) => error.code)).toEqual(
    Array.from({ length: 19 }, () => 'batch_full'),
  )
  expect(await desk.shop.ledger()).toEqual({ enrolments: 1, receipts: 1, refunds: 0, dispositions: ['enrolled'] })
  expect([await desk.count('users'), await desk.count('payment_orders'), await desk.count('offline_payments')]).toEqual([1, 1, 1])
  expect((await desk.shop.mails()).filter(({ subject }) => subject.startsWith('Receipt'))).toHaveLength(1)
  await desk.ledger()
})

test('one key pressed twenty times is one payment [PAY-61]', async () => {
  const desk = await openDesk()
  const clerk = await desk.clerk()
  const { batchId } = await sellCourse(desk.shop.db)
  const same = { key: crypto.randomUUID(), new_student: walkIn(), batch_id: batchId, reference: newReference() }
  const answers = await Promise.all(Array.from({ length: 20 }, () => take(desk, clerk, same)))
  expect(new Set(answers.map((answer) => `${answer.status} ${answer.as<ApprovalRecord>().id}`)).size).toBe(1)
  expect(await desk.shop.ledger()).toMatchObject({ enrolments: 1, receipts: 1 })
  expect((await take(desk, await desk.clerk(), same)).error.code).toBe('key_used')
})

test('a live hold of another student counts, their own does not', async () => {
  const desk = await openDesk()
  const clerk = await desk.clerk()
  const { batchId } = await sellCourse(desk.shop.db, { capacity: 1 })
  const [holder, other] = [await desk.student(), await desk.student()]
  await desk.shop.start(batchId, holder.access)
  expect((await take(desk, clerk, { student_id: other.id, batch_id: batchId })).error.code).toBe('batch_full')
  expect((await take(desk, clerk, { student_id: holder.id, batch_id: batchId })).status).toBe(201)
  // The checkout that was open is refused, and its late payment would be refunded.
  expect((await desk.shop.post(`/payment/start-payment/${batchId}/`, undefined, holder.access)).statusCode).toBe(409)
})

test.each([
  ['a price that differs', { amount_paise: 4_400_000 }, 409, 'price_differs', 'amount_paise'],
  ['a day to come', { received_on: -1 }, 400, 'invalid', 'received_on'],
  ['a day long ago', { received_on: 32 }, 400, 'invalid', 'received_on'],
  ['a reference of blanks', { reference: ' - / ' }, 400, 'invalid', 'reference'],
  ['a cheque without a bank', { method: 'cheque', reference: '004512' }, 400, 'invalid', 'reference'],
  ['an unknown method', { method: 'card' }, 400, 'invalid', 'method'],
  ['nobody who received it', { received_by: 999_999 }, 400, 'invalid', 'received_by'],
  ['no student', { student_id: null }, 400, 'invalid', 'student_id'],
  ['an unknown student', { student_id: 999_999 }, 404, 'not_found', undefined],
  ['an unknown batch', { batch_id: 999_999 }, 404, 'not_found', undefined],
  ['a field that is not known', { price: 1 }, 400, 'invalid', 'price'],
])('refuses %s and stores nothing', async (_name, given, status, code, field) => {
  const desk = await openDesk()
  const clerk = await desk.clerk()
  const { batchId } = await sellCourse(desk.shop.db)
  const student = await desk.student()
  const days = 'received_on' in given ? { received_on: await desk.today(given.received_on) } : {}
  const answer = await take(desk, clerk, { student_id: student.id, batch_id: batchId, ...given, ...days })
  expect([answer.status, answer.error.code]).toEqual([status, code])
  if (field) expect(answer.error).toHaveProperty(field)
  await nothingStored(desk)
})

test('refuses an enrolled student, closed accounts and closed batches', async () => {
  const desk = await openDesk()
  const clerk = await desk.clerk()
  const { courseId, batchId } = await sellCourse(desk.shop.db)
  const [student, disabled] = [await desk.student(), await desk.student()]
  const cancelled = await cancelBatch(desk.shop, await addBatch(desk.shop.db, courseId))
  const ended = await addBatch(desk.shop.db, courseId, { startsIn: '-100 days' })
  const started = await addBatch(desk.shop.db, courseId, { startsIn: '-5 days' })
  await desk.shop.db.query('update users set disabled_at = app_now() where id = $1', [disabled.id])
  const codeOf = async (id: number, batch: number) => (await take(desk, clerk, { student_id: id, batch_id: batch })).error.code
  expect(await codeOf(disabled.id, batchId)).toBe('account_closed')
  expect(await codeOf(student.id, cancelled)).toBe('batch_cancelled')
  expect(await codeOf(student.id, ended)).toBe('batch_ended')
  expect((await take(desk, clerk, { student_id: student.id, batch_id: started })).status).toBe(201)
  expect(await codeOf(student.id, started)).toBe('already_enrolled')
  expect(await desk.count('offline_payments')).toBe(1)
})

test('the address of an account is refused for a new one', async () => {
  const desk = await openDesk()
  const clerk = await desk.clerk()
  const { batchId } = await sellCourse(desk.shop.db)
  const { person } = await signIn(desk.shop)
  const refused = await take(desk, clerk, { new_student: person, batch_id: batchId })
  expect([refused.status, refused.error]).toMatchObject([409, { code: 'already_registered', email: [expect.any(String)] }])
  expect(refused.error).toHaveProperty('phone_number')
  // The code that a walk-in enters verifies the account, and the room is open.
  const bala = walkIn()
  expect((await take(desk, clerk, { new_student: bala, batch_id: batchId })).status).toBe(201)
  const other = (
    await desk.shop.db.query<{ id: number; verified_at: Date | null }>('select id, verified_at from users where email = $1', [
      bala.email,
    ])
  ).rows[0]
  expect(other?.verified_at).toBeNull()
  await desk.shop.post('/auth/login/', { email: bala.email })
  const otp = await codeSentTo(desk.shop, bala.email)
  const entered = await desk.shop.post(`/auth/verify-otp/?email=${encodeURIComponent(bala.email)}`, { otp })
  expect(entered.json()).toMatchObject({ user: { id: other?.id, full_name: 'Bala Iyer', verified: true } })
})

test.each([
  ['₹2,00,000 at once', 20_000_000, 409],
  ['₹1,99,999.99', 19_999_999, 201],
])('cash of %s answers the limit of section 269ST [PAY-63]', async (_name, price, status) => {
  const desk = await openDesk()
  const clerk = await desk.clerk()
  const { batchId } = await sellCourse(desk.shop.db, { price })
  const student = await desk.student()
  const given = { student_id: student.id, batch_id: batchId, amount_paise: price }
  const cash = await take(desk, clerk, { ...given, method: 'cash' })
  expect(cash.status).toBe(status)
  if (status === 201) return
  expect(cash.error).toMatchObject({ code: 'cash_limit', method: [expect.stringContaining('₹2,00,000 or more')] })
  await nothingStored(desk)
  expect((await take(desk, clerk, given)).status).toBe(201)
})

test('cash of several batches on one day adds up [PAY-63]', async () => {
  const desk = await openDesk()
  const clerk = await desk.clerk()
  const price = 8_000_000
  const { courseId, batchId } = await sellCourse(desk.shop.db, { price })
  const batches = [batchId, await addBatch(desk.shop.db, courseId, {}), await addBatch(desk.shop.db, courseId, {})]
  const student = await desk.student()
  const cash = (batch: number, more = {}) =>
    take(desk, clerk, { student_id: student.id, batch_id: batch, amount_paise: price, method: 'cash', ...more })
  // Two at once stay below the limit, three do not, in any order.
  const answers = await Promise.all(batches.map((batch) => cash(batch)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 409])
  const left = batches[answers.findIndex(({ status }) => status === 409)] ?? 0
  expect((await cash(left, { received_on: await desk.today(1) })).status).toBe(201)
  await desk.ledger()
})

test('cash for one batch on several days adds up [PAY-63]', async () => {
  const desk = await openDesk()
  const clerk = await desk.clerk()
  const price = 12_000_000
  const { batchId } = await sellCourse(desk.shop.db, { price, startsIn: '40 days' })
  const student = await desk.student()
  const cash = () => take(desk, clerk, { student_id: student.id, batch_id: batchId, amount_paise: price, method: 'cash' })
  expect((await cash()).status).toBe(201)
  const { payment_id: paymentId } = await firstOf(clerk)
  const paid_back = { method: 'cash', reference: 'Cash book 12', paid_on: await desk.today() }
  expect((await refund(clerk, paymentId ?? 0, { paid_back })).status).toBe(201)
  await desk.shop.passTime('3 days')
  expect((await cash()).error).toMatchObject({ code: 'cash_limit', method: [expect.stringContaining('for one batch')] })
  expect((await take(desk, clerk, { student_id: student.id, batch_id: batchId, amount_paise: price })).status).toBe(201)
  await desk.ledger()
})

test('a cheque enrols when it clears [PAY-64]', async () => {
  const desk = await openDesk()
  const clerk = await desk.clerk()
  const { batchId } = await sellCourse(desk.shop.db, { capacity: 1 })
  const student = await desk.student()
  const cheque = { student_id: student.id, batch_id: batchId, method: 'cheque', reference: 'HDFC 004512' }
  expect((await take(desk, clerk, cheque)).as<ApprovalRecord>()).toMatchObject({ state: 'not_needed', is_enrolled: false })
  expect((await take(desk, clerk, { ...cheque, reference: 'HDFC 004513' })).error.code).toBe('payment_open')
  expect(await desk.shop.ledger()).toMatchObject({ enrolments: 0, receipts: 0, dispositions: [] })
  const received = await firstOf(clerk)
  expect(received).toMatchObject({ state: 'received', payment_id: null })
  // The price at which it was accepted holds.
  await desk.shop.db.query('update courses set price_paise = price_paise + 100000')
  const clear = (version: number) => clerk.call('POST', `offline-payments/${received.id}/clear/`, { version })
  const answers = await Promise.all([clear(received.version), clear(received.version)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412])
  expect(await firstOf(clerk)).toMatchObject({ state: 'cleared', disposition: 'enrolled', amount_paise: 4_500_000 })
  expect(await desk.shop.ledger()).toEqual({ enrolments: 1, receipts: 1, refunds: 0, dispositions: ['enrolled'] })
  const { printed } = (await findDocument(desk.shop.deps, { kind: 'receipt', id: 1 })) ?? {}
  expect(printed).toMatchObject({ offline: { method: 'cheque' }, price: { list_paise: 4_500_000, discount_paise: 0 } })
  await desk.ledger()
})

test('a cheque that bounced enrols nobody and can come again [PAY-64]', async () => {
  const desk = await openDesk()
  const clerk = await desk.clerk()
  const { batchId } = await sellCourse(desk.shop.db)
  const student = await desk.student()
  const cheque = { student_id: student.id, batch_id: batchId, method: 'cheque', reference: 'HDFC 004512' }
  await take(desk, clerk, cheque)
  const received = await firstOf(clerk)
  const bounced = await clerk.call('POST', `offline-payments/${received.id}/bounce/`, { version: received.version })
  expect(bounced.as<OfflinePaymentRecord>()).toMatchObject({ state: 'bounced', payment_id: null })
  const version = bounced.as<OfflinePaymentRecord>().version
  expect((await clerk.call('POST', `offline-payments/${received.id}/clear/`, { version })).error.code).toBe('not_at_bank')
  expect((await take(desk, clerk, cheque)).status).toBe(201)
  expect(await desk.shop.ledger()).toMatchObject({ enrolments: 0, receipts: 0 })
})

test('a cheque at the bank holds a seat until it bounces', async () => {
  const desk = await openDesk()
  const clerk = await desk.clerk()
  const { batchId } = await sellCourse(desk.shop.db, { capacity: 1 })
  const [first, other] = [await desk.student(), await desk.student()]
  await take(desk, clerk, { student_id: first.id, batch_id: batchId, method: 'cheque', reference: 'HDFC 004512' })
  const cheque = await firstOf(clerk)
  const seats = async () => (await clerk.call('GET', `batches/${batchId}/seats/`)).as<BatchSeats>()
  expect(await seats()).toMatchObject({
    taken: 0,
    free: 0,
    holds: [{ student_id: first.id, by_cheque: true, until: cheque.hold_until }],
  })
  expect((await take(desk, clerk, { student_id: other.id, batch_id: batchId })).error.code).toBe('batch_full')
  await clerk.call('POST', `offline-payments/${cheque.id}/bounce/`, { version: cheque.version })
  expect(await seats()).toMatchObject({ free: 1, holds: [] })
  expect((await take(desk, clerk, { student_id: other.id, batch_id: batchId })).as<ApprovalRecord>().is_enrolled).toBe(true)
})

test.each([
  ['a cheque holds its seat for seven days', 7, '6 days 23 hours', '2 hours'],
  ['a cheque holds its seat for the days of the setting', 2, '1 day 23 hours', '2 hours'],
])('%s', async (_, cheque_hold_days, within, after) => {
  const desk = await openDesk()
  const clerk = await desk.clerk()
  await setSettings(desk.shop.db, { cheque_hold_days })
  const { batchId } = await sellCourse(desk.shop.db, { capacity: 2 })
  const student = await desk.student()
  await take(desk, clerk, { student_id: student.id, batch_id: batchId, method: 'cheque', reference: 'HDFC 004512' })
  const free = async () => (await clerk.call('GET', `batches/${batchId}/seats/`)).as<BatchSeats>().free
  await desk.shop.passTime(within)
  expect(await free()).toBe(1)
  await desk.shop.passTime(after)
  expect(await free()).toBe(2)
})

test('who pays by cheque and online holds one seat', async () => {
  const desk = await openDesk()
  const clerk = await desk.clerk()
  const { batchId } = await sellCourse(desk.shop.db, { capacity: 2 })
  const student = await desk.student()
  await take(desk, clerk, { student_id: student.id, batch_id: batchId, method: 'cheque', reference: 'HDFC 004512' })
  await desk.shop.db.query(
    `insert into payment_orders (user_id, batch_id, amount_paise, currency, course_title, price_paise, discounts, provider, key_id,
       receipt, provider_order_id, status, hold_until, created_at, started_at, claimed_at)
     values ($1, $2, 4500000, 'INR', 'A course', 4500000, '[]', 'razorpay', 'key', 'r', 'o', 'open', app_now() + interval '15 minutes',
       app_now(), app_now(), app_now())`,
    [student.id, batchId],
  )
  expect((await clerk.call('GET', `batches/${batchId}/seats/`)).as<BatchSeats>().free).toBe(1)
})

test('a cheque cleared without a place is due to go back [PAY-65]', async () => {
  const desk = await openDesk()
  const clerk = await desk.clerk()
  await setSettings(desk.shop.db, { cheque_hold_days: 0 })
  const { batchId } = await sellCourse(desk.shop.db, { capacity: 1 })
  const [late, quick] = [await desk.student(), await desk.student()]
  await take(desk, clerk, { student_id: late.id, batch_id: batchId, method: 'cheque', reference: 'HDFC 004512' })
  const cheque = await firstOf(clerk)
  expect(cheque.hold_until).toBeNull()
  await take(desk, clerk, { student_id: quick.id, batch_id: batchId })
  const cleared = await clerk.call('POST', `offline-payments/${cheque.id}/clear/`, { version: cheque.version })
  expect(cleared.as<OfflinePaymentRecord>()).toMatchObject({
    state: 'refund_due',
    due_paise: 4_500_000,
    disposition: 'refund_due',
    receipt: null,
  })
  const returned = (await desk.shop.mails(late.email)).find(({ subject }) => subject.includes('goes back'))
  expect(returned?.text).toContain('We pay the full amount back to you.')
  const waiting = (await clerk.call('GET', 'refunds/?to_pay_back=true')).as<{ items: RefundListed[] }>().items
  expect(waiting).toMatchObject([{ status: 'queued', to_pay_back: true, is_offline: true, by: 'system' }])
  await desk.ledger()
  // Nothing sends it to the provider: neither its job, nor the sweep, nor the nightly run.
  await desk.shop.passTime('5 hours')
  await desk.shop.deps.jobs.drain(sendRefundJob, (job) => sendRefund(desk.shop.deps, system, job))
  await sweep(desk.shop.deps, system)
  await desk.shop.deps.jobs.drain(sendRefundJob, (job) => sendRefund(desk.shop.deps, system, job))
  await reconcileLedger(desk.shop.deps, system)
  expect((await clerk.call('GET', 'refunds/')).as<{ items: RefundListed[] }>().items).toMatchObject([
    { status: 'queued', problem: null },
  ])
  expect(desk.shop.logged.join('\n')).not.toContain('refunds are overdue')
  const body = { method: 'bank_transfer', reference: 'NEFT 99', paid_on: await desk.today() }
  const refundId = waiting[0]?.id ?? 0
  const answers = await Promise.all([1, 2].map(() => clerk.call('POST', `refunds/${refundId}/paid-back/`, { body })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect((await clerk.call('GET', `refunds/${refundId}/`)).as<RefundListed>()).toMatchObject({
    status: 'processed',
    reference: 'NEFT 99',
  })
  expect(await desk.ledger()).toMatchObject({ refunded: 1, refunded_paise: 4_500_000 })
})

test('an offline refund is due until it is recorded', async () => {
  const desk = await openDesk()
  const clerk = await desk.clerk()
  const { batchId } = await sellCourse(desk.shop.db)
  const student = await desk.student()
  await take(desk, clerk, { student_id: student.id, batch_id: batchId })
  const id = (await firstOf(clerk)).payment_id ?? 0
  expect((await refund(clerk, id, { amount_paise: 200_000 })).status).toBe(201)
  const inState = async (state: string) =>
    (await clerk.call('GET', `payments/?state=${state}`)).as<{ items: StaffPayment[] }>().items
  const money = async () => (await clerk.call('GET', 'today/')).as<Today>().money
  expect(await inState('refund_due')).toMatchObject([{ id, due_paise: 200_000, refunded_paise: 0 }])
  expect(await inState('partly_refunded')).toEqual([])
  const atDesk = async (state: string) => (await list(clerk, `?state=${state}`)).items
  expect(await atDesk('refund_due')).toMatchObject([{ payment_id: id, due_paise: 200_000, refunded_paise: 0 }])
  expect(await atDesk('cleared')).toEqual([])
  expect(await money()).toMatchObject({ to_pay_back: 1, to_pay_back_paise: 200_000, refunds: 0, refunds_paise: 0 })
  const [waiting] = (await clerk.call('GET', 'refunds/?to_pay_back=true')).as<{ items: RefundListed[] }>().items
  const body = { method: 'bank_transfer', reference: 'NEFT 7', paid_on: await desk.today() }
  expect((await clerk.call('POST', `refunds/${waiting?.id}/paid-back/`, { body })).status).toBe(200)
  expect(await inState('refund_due')).toEqual([])
  expect(await inState('partly_refunded')).toMatchObject([{ id, due_paise: 0, refunded_paise: 200_000 }])
  expect(await money()).toMatchObject({ to_pay_back: 0, to_pay_back_paise: 0 })
  expect(await atDesk('partly_refunded')).toMatchObject([{ due_paise: 0, refunded_paise: 200_000 }])
  const paid_back = { ...body, reference: 'NEFT 8' }
  expect((await refund(clerk, id, { paid_back })).status).toBe(201)
  expect(await atDesk('partly_refunded')).toEqual([])
  expect(await atDesk('refunded')).toMatchObject([{ due_paise: 0, refunded_paise: 4_500_000 }])
})

test('a refund of an offline payment is recorded with its note [PAY-66]', async () => {
  const desk = await openDesk()
  const clerk = await desk.clerk()
  const { batchId } = await sellCourse(desk.shop.db)
  const student = await desk.student()
  await take(desk, clerk, { student_id: student.id, batch_id: batchId })
  const { payment_id: paymentId } = await firstOf(clerk)
  const id = paymentId ?? 0
  const paid_back = { method: 'bank_transfer', reference: 'NEFT 1', paid_on: await desk.today() }
  const tomorrow = { ...paid_back, paid_on: await desk.today(-1) }
  expect((await refund(clerk, id, { paid_back: tomorrow })).error).toHaveProperty('paid_on')
  const part = await refund(clerk, id, { amount_paise: 1_000_000, paid_back })
  expect(part.as<ApprovalRecord>()).toMatchObject({ state: 'not_needed', ends_access: false })
  expect(await desk.shop.ledger()).toMatchObject({ enrolments: 1, refunds: 1, dispositions: ['enrolled'] })
  await desk.ledger()
  await refund(clerk, id, { paid_back: { ...paid_back, reference: 'NEFT 2' } })
  expect(await desk.shop.ledger()).toMatchObject({ enrolments: 0, refunds: 2, dispositions: ['refunded'] })
  expect(await desk.ledger()).toMatchObject({ refunded: 1, refunded_paise: 4_500_000 })
  const mail = (await desk.shop.mails(student.email)).find(({ subject }) => subject.startsWith('Refund of ₹35,000'))
  expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain('we paid ₹35,000.00 back to you by bank transfer, reference NEFT 2.')
  expect(mail?.attachments).toHaveLength(1)
  const note = await findDocument(desk.shop.deps, { kind: 'note', id: 2 })
  expect(note?.printed).toMatchObject({ amount_paise: 3_500_000, paid_back: { method: 'bank_transfer', reference: 'NEFT 2' } })
})

test('the nightly comparison and the reconciler leave offline payments out [PAY-67]', async () => {
  const desk = await openDesk()
  const clerk = await desk.clerk()
  const { courseId, batchId } = await sellCourse(desk.shop.db)
  const other = await addBatch(desk.shop.db, courseId, {})
  const student = await desk.student()
  await buyOnline(desk, other, student.access)
  await take(desk, clerk, { student_id: student.id, batch_id: batchId })
  // A provider that is away proves that nobody asks it about the offline payment.
  await desk.shop.faults({ orders: '502', payments: '502', refunds: '502' })
  await desk.shop.passTime('7 days')
  await reconcile(desk.shop.deps, system)
  await desk.shop.faults({})
  const ledger = await reconcileLedger(desk.shop.deps, system)
  expect(ledger).toMatchObject({ captured: 2, enrolled: 2, differences: [], pending: 0 })
  expect(
    await desk.shop.db.query(`select 1 from payment_orders where provider = 'offline' and next_check_at is not null`),
  ).toMatchObject({ rowCount: 0 })
})

test('a refund that a request asked for waits for a person [PAY-66]', async () => {
  const desk = await openDesk()
  const clerk = await desk.clerk()
  const { batchId } = await sellCourse(desk.shop.db)
  const student = await desk.student()
  await take(desk, clerk, { student_id: student.id, batch_id: batchId })
  const created = await desk.shop.post(
    '/payment/requests/',
    { kind: 'refund', enrolment_id: 1, reason: 'No time' },
    student.access,
  )
  expect(created.statusCode).toBe(201)
  await approveRequest(desk.shop.deps, operator, { requestId: created.json<{ id: number }>().id, keepsAccess: false })
  await desk.shop.sendRefunds()
  const { items } = (await clerk.call('GET', 'refunds/?to_pay_back=true')).as<{ items: RefundListed[] }>()
  expect(items).toMatchObject([{ status: 'queued', by: 'operator', ends_access: true }])
  await desk.ledger()
})

test('support reads offline payments and takes none', async () => {
  const desk = await openDesk()
  const support = await desk.clerk('support')
  const { batchId } = await sellCourse(desk.shop.db)
  const student = await desk.student()
  expect((await take(desk, support, { student_id: student.id, batch_id: batchId })).error.code).toBe('forbidden')
  expect((await list(support)).total).toBe(0)
})

/** A payment of ₹45,000 that the second person declined, so that it is owed to the student. */
async function declinedPayment(given: object = {}) {
  const desk = await openDesk()
  await desk.setLimit(0)
  const [asker, other] = [await desk.clerk(), await desk.clerk()]
  const { batchId } = await sellCourse(desk.shop.db)
  const student = await desk.student()
  const paid = { student_id: student.id, batch_id: batchId, reference: 'UTR 5', ...given }
  const asked = (await take(desk, asker, paid)).as<ApprovalRecord>()
  const declined = (await decide(other, asked, 'decline')).as<ApprovalRecord>()
  const giveBack = async (more: object = {}, clerk = asker) => {
    const { id, version } = await firstOf(asker)
    const body = { method: 'upi', reference: 'UTR 900', paid_on: await desk.today(), ...more }
    return clerk.call('POST', `offline-payments/${id}/give-back/`, { body, version })
  }
  const mailed = async (subject: string) =>
    (await desk.shop.mails(student.email)).filter((mail) => mail.subject.startsWith(subject)).length
  return { desk, asker, other, batchId, student, paid, declined, giveBack, mailed }
}

const today = async (clerk: Clerk) => (await clerk.call('GET', 'today/')).as<Today>().money

test('a declined payment is owed until it is given back [PAY-73]', async () => {
  const { desk, asker, paid, declined, giveBack, mailed } = await declinedPayment()
  expect(declined).toMatchObject({ state: 'declined', answer: 'Not now', is_owed: true })
  expect(await firstOf(asker)).toMatchObject({ state: 'return_due', payment_id: null })
  expect((await desk.shop.mails(asker.email))[0]?.text).toContain('Please give the money back')
  expect(await today(asker)).toMatchObject({ to_give_back: 1, to_give_back_paise: 4_500_000 })
  expect(await mailed('Your payment could not be accepted')).toBe(1)
  expect(await desk.shop.ledger()).toMatchObject({ enrolments: 0, receipts: 0 })

  expect((await giveBack({ paid_on: await desk.today(-1) })).error).toHaveProperty('paid_on')
  expect((await giveBack({ paid_on: await desk.today(1) })).error).toHaveProperty('paid_on')
  expect((await giveBack({ reference: '--' })).error).toHaveProperty('reference')
  expect((await giveBack()).as<OfflinePaymentRecord>()).toMatchObject({
    state: 'returned',
    return_method: 'upi',
    return_reference: 'UTR 900',
    closed_by_name: expect.any(String),
  })
  expect(await today(asker)).toMatchObject({ to_give_back: 0 })
  expect(await mailed('Your payment was given back')).toBe(1)
  expect((await giveBack()).error.code).toBe('not_owed')
  // The transfer came once and went back, so it can't pay again.
  expect((await take(desk, asker, paid)).error.code).toBe('reference_taken')
})

test('clerks who give one payment back at once do it once', async () => {
  const { desk, asker, other, mailed } = await declinedPayment()
  // Each of them has read the payment before the first gives it back.
  const { id, version } = await firstOf(asker)
  const paidOn = await desk.today()
  const answers = await Promise.all(
    ['A1', 'A2', 'A3', 'A4'].map((reference) =>
      other.call('POST', `offline-payments/${id}/give-back/`, { body: { method: 'upi', reference, paid_on: paidOn }, version }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412, 412, 412])
  expect(await mailed('Your payment was given back')).toBe(1)
})

test('owed money recorded again for its student is owed no longer', async () => {
  const { desk, asker, other, paid, giveBack } = await declinedPayment()
  const wrong = await firstOf(asker)
  const { batchId } = await sellCourse(desk.shop.db)
  // Else one person could turn what is owed to one student into the place of another.
  const settle = { code: 'reference_taken', reference: [expect.stringContaining('is to be given back')] }
  expect((await take(desk, asker, { ...paid, student_id: (await desk.student()).id })).error).toMatchObject(settle)
  const less = { ...paid, batch_id: batchId, amount_paise: 4_400_000, discount: { paise: 100_000, reason: 'Agreed' } }
  expect((await take(desk, asker, less)).error).toMatchObject(settle)
  const again = (await take(desk, asker, { ...paid, batch_id: batchId })).as<ApprovalRecord>()
  expect((await decide(other, again, 'approve')).as<ApprovalRecord>()).toMatchObject({ is_enrolled: true, batch_id: batchId })
  const { state } = (await asker.call('GET', `offline-payments/${wrong.id}/`)).as<OfflinePaymentRecord>()
  expect(state).toBe('replaced')
  expect(await today(asker)).toMatchObject({ to_give_back: 0 })
  expect((await giveBack()).error.code).toBe('not_owed')
  await desk.ledger()
})

test('a cheque that was never banked goes back itself, and again', async () => {
  const cheque = { method: 'cheque', reference: 'HDFC 004512' }
  const { desk, asker, other, paid, giveBack } = await declinedPayment(cheque)
  expect(await today(asker)).toMatchObject({ to_give_back: 0, to_give_back_paise: 0, cheques_to_give_back: 1 })
  expect((await giveBack({ method: 'cash' })).error).toHaveProperty('method')
  expect((await giveBack(cheque)).as<OfflinePaymentRecord>()).toMatchObject({ state: 'returned' })
  const again = (await take(desk, asker, paid)).as<ApprovalRecord>()
  await decide(other, again, 'decline')
  expect((await giveBack(cheque)).as<OfflinePaymentRecord>()).toMatchObject({ state: 'returned' })
})

test.each(['HDFC 12345', 'HDFC 1234567', '004512'])('%s is no reference of a cheque', async (reference) => {
  const desk = await openDesk()
  const clerk = await desk.clerk()
  const { batchId } = await sellCourse(desk.shop.db)
  const given = { student_id: (await desk.student()).id, batch_id: batchId, method: 'cheque', reference }
  expect((await take(desk, clerk, given)).error).toHaveProperty('reference')
})

test('another person closes a payment as a mistake', async () => {
  const { desk, asker, other, paid, mailed } = await declinedPayment()
  const dismiss = async (clerk: Clerk) => {
    const { id, version } = await firstOf(asker)
    return clerk.call('POST', `offline-payments/${id}/dismiss/`, { body: { reason: 'Typed twice' }, version })
  }
  expect((await dismiss(asker)).error.code).toBe('own_payment')
  await desk.shop.db.query('update offline_payments set received_by = $1', [other.id])
  const third = await desk.clerk()
  expect((await dismiss(other)).error.code).toBe('own_payment')
  expect((await dismiss(third)).as<OfflinePaymentRecord>()).toMatchObject({ state: 'mistaken', mistake_reason: 'Typed twice' })
  expect(await mailed('A payment was recorded by mistake')).toBe(1)
  expect((await take(desk, asker, paid)).status).toBe(201)
})

test('no account is erased while the school owes it money', async () => {
  const { desk, student, giveBack } = await declinedPayment()
  const ask = async () => (await desk.shop.post('/auth/erase/', undefined, student.access)).json<{ code?: string }>().code
  expect(await ask()).toBe('money_waits')
  await giveBack()
  expect(await ask()).not.toBe('money_waits')
})

test('support gives no money back', async () => {
  const { desk, giveBack } = await declinedPayment()
  expect((await giveBack({}, await desk.clerk('support'))).error.code).toBe('forbidden')
})

test('one reference pays one amount back [PAY-74]', async () => {
  const { desk, asker, other, batchId, giveBack } = await declinedPayment()
  // Cyrillic and Greek letters that look like Latin ones.
  for (const reference of ['HDFС-N 77', 'ΑΒΓ12']) expect((await giveBack({ reference })).error).toHaveProperty('reference')
  expect((await giveBack({ method: 'bank_transfer', reference: 'HDFC-N 77' })).status).toBe(200)
  await desk.setLimit(null)
  const student = await desk.student()
  await take(desk, asker, { student_id: student.id, batch_id: batchId })
  const { payment_id: id } = await firstOf(asker)
  const paid_back = { method: 'upi', reference: 'hdfcn77', paid_on: await desk.today() }
  expect((await refund(other, id ?? 0, { paid_back })).error).toMatchObject({
    code: 'reference_taken',
    reference: [expect.stringContaining('recorded already')],
  })
  expect(await desk.count('refunds')).toBe(0)
  expect((await refund(other, id ?? 0, { paid_back: { ...paid_back, method: 'cash' } })).status).toBe(201)
  await desk.ledger()
})

test('a waiting payment keeps the price at which it was taken', async () => {
  const desk = await openDesk()
  await desk.setLimit(0)
  const [asker, other] = [await desk.clerk(), await desk.clerk()]
  const { batchId } = await sellCourse(desk.shop.db)
  const student = await desk.student()
  const asked = (await take(desk, asker, { student_id: student.id, batch_id: batchId })).as<ApprovalRecord>()
  await desk.shop.db.query('update courses set price_paise = price_paise + 100000')
  expect((await decide(other, asked, 'approve')).as<ApprovalRecord>()).toMatchObject({ state: 'approved', is_enrolled: true })
  await desk.ledger()
})

test('a desk discount is printed and the limit ignores it [PAY-75]', async () => {
  const desk = await openDesk()
  await desk.setLimit(4_900_000)
  const [asker, other] = [await desk.clerk(), await desk.clerk()]
  const { batchId } = await sellCourse(desk.shop.db, { price: 5_000_000, discounts: [{ value: '10%' }] })
  const student = await desk.student()
  const given = { student_id: student.id, batch_id: batchId, amount_paise: 4_000_000 }
  expect((await take(desk, asker, { ...given, discount: null })).error.code).toBe('price_differs')
  expect((await take(desk, asker, { ...given, discount: { paise: 400_000, reason: 'Sibling' } })).error.code).toBe(
    'price_differs',
  )
  expect((await take(desk, asker, { ...given, discount: { paise: 500_000, reason: ' ' } })).status).toBe(400)
  const asked = (await take(desk, asker, { ...given, discount: { paise: 500_000, reason: 'Sibling' } })).as<ApprovalRecord>()
  expect(asked).toMatchObject({ state: 'waiting', amount_paise: 4_000_000, discount_paise: 500_000, discount_reason: 'Sibling' })
  expect((await decide(other, asked, 'approve')).as<ApprovalRecord>()).toMatchObject({ is_enrolled: true })
  const { rows } = await desk.shop.db.query('select printed from receipts')
  expect(rows[0].printed).toMatchObject({
    amount_paise: 4_000_000,
    price: { list_paise: 5_000_000, discount_paise: 1_000_000, discount_text: null },
  })
  expect(await desk.shop.ledger()).toMatchObject({ enrolments: 1, receipts: 1 })
  await desk.ledger()
})

test('a reference has Latin letters and digits, one for all transfers [PAY-61]', async () => {
  const desk = await openDesk()
  const clerk = await desk.clerk()
  const { batchId } = await sellCourse(desk.shop.db)
  const [first, second] = [await desk.student(), await desk.student()]
  const given = { student_id: first.id, batch_id: batchId }
  for (const reference of ['१२३४५६', 'UPI १२३४५६', 'УТР 12', '- . /']) {
    const refused = await take(desk, clerk, { ...given, reference })
    expect([refused.status, refused.error], reference).toMatchObject([400, { reference: [expect.any(String)] }])
  }
  await nothingStored(desk)
  expect((await take(desk, clerk, { ...given, reference: 'ＵＴＲ４４５５６６' })).as<ApprovalRecord>()).toMatchObject({
    reference: 'UTR445566',
  })
  const other = { ...given, student_id: second.id, reference: 'utr 445566' }
  for (const method of ['upi', 'bank_transfer']) {
    expect((await take(desk, clerk, { ...other, method })).error.code).toBe('reference_taken')
  }
  expect((await take(desk, clerk, { ...other, method: 'cheque' })).status).toBe(201)
})

test('no refund is paid back before the money came', async () => {
  const desk = await openDesk()
  const clerk = await desk.clerk()
  const { batchId } = await sellCourse(desk.shop.db)
  const student = await desk.student()
  await take(desk, clerk, { student_id: student.id, batch_id: batchId })
  const { payment_id: id } = await firstOf(clerk)
  const paid_back = { method: 'upi', reference: 'UPI 9', paid_on: await desk.today(1) }
  expect((await refund(clerk, id ?? 0, { paid_back })).error).toHaveProperty('paid_on')
  expect(await desk.count('refunds')).toBe(0)
})
