import { expect, test } from 'vitest'
import type { ApprovalRecord } from '#contract/money/staff/approvals.ts'
import type { StaffPayment, TimelineEntry } from '#contract/money/staff/payments.ts'
import { cancelBatch } from '#tests/school/change-batch.ts'
import type { PayingShop } from '#tests/school/create-paying-shop.ts'
import {
  buyOnline,
  type Clerk,
  decide,
  type Desk,
  enrol,
  newReference,
  openDesk,
  refund,
  take,
  walkIn,
} from '#tests/school/desk.ts'
import { addBatch, sellCourse, startBatch } from '#tests/school/sell-course.ts'
import { staffClient } from '#tests/school/staff-client.ts'
import { operator } from '#server/platform/auth/principal.ts'
import { requestRefund } from '#server/money/refunds/queue-refund.ts'

/** A school where what is above ₹50,000 needs two people, and a batch of ₹60,000 needs them at once. */
async function openTwoPersonDesk(given: Parameters<typeof sellCourse>[1] = { price: 6_000_000 }) {
  const desk = await openDesk()
  await desk.setLimit(5_000_000)
  return { desk, ...(await sellCourse(desk.shop.db, given)) }
}

const read = async (clerk: Clerk, id: number) => (await clerk.call('GET', `approvals/${id}/`)).as<ApprovalRecord>()
const waiting = async (clerk: Clerk) =>
  (await clerk.call('GET', 'approvals/?state=waiting')).as<{ items: ApprovalRecord[]; total: number }>()

async function namesOf(desk: Desk, clerks: readonly Clerk[]): Promise<string> {
  const ids = clerks.map(({ id }) => id)
  const { rows } = await desk.shop.db.query<{ name: string }>('select name from staff where id = any($1) order by name', [ids])
  return rows.map(({ name }) => name).join(', ')
}

async function onlinePayment(desk: Desk, batchId: number) {
  const student = await desk.student()
  return { student, paymentId: await buyOnline(desk, batchId, student.access) }
}

test('a refund above the limit waits and then refunds once [PAY-68]', async () => {
  const { desk, batchId } = await openTwoPersonDesk()
  const [asker, other, owner, support] = [
    await desk.clerk(),
    await desk.clerk(),
    await desk.clerk('owner'),
    await desk.clerk('support'),
  ]
  const { student, paymentId } = await onlinePayment(desk, batchId)
  const asked = (await refund(asker, paymentId, { reason: 'Moves abroad' })).as<ApprovalRecord>()
  expect(asked).toMatchObject({
    state: 'waiting',
    kind: 'refund',
    amount_paise: 6_000_000,
    ends_access: true,
    student_id: student.id,
    asked_by: asker.id,
    alone_from: null,
    deciders: await namesOf(desk, [other, owner]),
    refund_id: null,
    is_enrolled: false,
  })
  expect(await desk.shop.ledger()).toMatchObject({ enrolments: 1, refunds: 0 })
  const waiting = async () => (await asker.call('GET', `payments/${paymentId}/`)).as<StaffPayment>().waiting_paise
  expect(await waiting()).toBe(6_000_000)
  const toDecide = (await desk.shop.mails()).filter(({ subject }) => subject.startsWith('Please decide'))
  expect(toDecide.map(({ to }) => to).toSorted()).toEqual([other.email, owner.email].toSorted())
  expect(toDecide[0]?.text).toContain(`/console/approvals/${asked.id}`)
  // Who asks never decides, also with another role; and who may not refund does not approve a refund.
  const asOwner: Clerk = { ...asker, call: staffClient(desk.shop, 'owner', asker) }
  for (const self of [asker, asOwner]) expect((await decide(self, asked, 'approve')).error.code).toBe('own_request')
  expect((await decide(asker, asked, 'decline')).error.code).toBe('own_request')
  expect((await decide(other, asked, 'withdraw')).error.code).toBe('not_yours')
  expect((await decide(support, asked, 'approve')).status).toBe(403)
  const answers = await Promise.all([decide(other, asked, 'approve'), decide(owner, asked, 'approve')])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412])
  expect(await read(asker, asked.id)).toMatchObject({ state: 'approved', refund_id: expect.any(Number) })
  expect((await read(asker, asked.id)).deciders).toBeNull()
  expect(await waiting()).toBe(0)
  await desk.shop.sendRefunds()
  expect(await desk.shop.ledger()).toMatchObject({ enrolments: 0, refunds: 1, dispositions: ['refunded'] })
  expect((await desk.shop.mails(asker.email))[0]?.subject).toBe('Approved: a refund of ₹60,000.00')
  await desk.ledger()
})

test('a refund that waits stands in the timeline of its payment', async () => {
  const { desk, batchId } = await openTwoPersonDesk()
  const [asker, other] = [await desk.clerk(), await desk.clerk()]
  const { paymentId } = await onlinePayment(desk, batchId)
  const timeline = async () =>
    (await asker.call('GET', `payments/${paymentId}/timeline/`))
      .as<{ entries: TimelineEntry[] }>()
      .entries.filter(({ kind }) => kind.startsWith('refund'))
      .map(({ kind, state, text, staff }) => [kind, state, text, staff])
  const [askerName, otherName] = [await namesOf(desk, [asker]), await namesOf(desk, [other])]
  const first = (await refund(asker, paymentId, { reason: 'Moves abroad' })).as<ApprovalRecord>()
  expect(await timeline()).toEqual([['refund_asked', 'waiting', 'Moves abroad', askerName]])
  await decide(other, first, 'decline')
  const declined = [
    ['refund_asked', 'declined', 'Moves abroad', askerName],
    ['refund_decided', 'declined', 'Not now', otherName],
  ]
  expect(await timeline()).toEqual(declined)
  const second = (await refund(asker, paymentId, { reason: 'Asked again' })).as<ApprovalRecord>()
  await decide(other, second, 'approve')
  await desk.shop.sendRefunds()
  expect(await timeline()).toEqual([
    ...declined,
    ['refund_asked', 'approved', 'Asked again', askerName],
    ['refund_decided', 'approved', null, otherName],
    ['refund_settled', 'processed', null, null],
  ])
})

test('nobody approves an own act of any kind with further roles [PAY-68]', async () => {
  const { desk, batchId } = await openTwoPersonDesk()
  const asker = await desk.clerk('owner', 'support', 'finance', 'instructor')
  const other = await desk.clerk('support', 'finance')
  const { paymentId } = await onlinePayment(desk, batchId)
  const [paying, placed] = [await desk.student(), await desk.student()]
  const asked = [
    await refund(asker, paymentId),
    await take(desk, asker, { student_id: paying.id, batch_id: batchId, amount_paise: 6_000_000 }),
    await enrol(asker, { student_id: placed.id, batch_id: batchId }),
  ].map((answer) => answer.as<ApprovalRecord>())
  expect(asked.map(({ kind, state }) => [kind, state])).toEqual([
    ['refund', 'waiting'],
    ['offline_payment', 'waiting'],
    ['hand_enrolment', 'waiting'],
  ])
  for (const approval of asked) {
    expect(approval.deciders, approval.kind).toBe(await namesOf(desk, [other]))
    expect((await decide(asker, approval, 'approve')).error.code, approval.kind).toBe('own_request')
    expect((await decide(other, approval, 'approve')).status, approval.kind).toBe(200)
  }
})

test('the table refuses an approval by the person who asked [PAY-68]', async () => {
  const { desk, batchId } = await openTwoPersonDesk()
  const asker = await desk.clerk()
  const { paymentId } = await onlinePayment(desk, batchId)
  const asked = (await refund(asker, paymentId)).as<ApprovalRecord>()
  await desk.shop.db.query(
    `insert into refunds (payment_id, amount_paise, idempotency_key, status, reason, actor_kind, ends_access, created_at)
     values ($1, 100, 'key-of-a-test', 'failed', 'x', 'operator', false, app_now())`,
    [paymentId],
  )
  const close = (alone: boolean) =>
    desk.shop.db.query(
      `update approvals set state = 'approved', decided_by = asked_by, decided_at = app_now(), decided_alone = $2,
         refund_id = (select min(id) from refunds) where id = $1`,
      [asked.id, alone],
    )
  await expect(close(false)).rejects.toThrow(/approvals_by_a_second_person/)
  await expect(close(true)).rejects.toThrow(/approvals_by_a_second_person/)
})

test('an offline payment is paid back after the second decision', async () => {
  const { desk, batchId } = await openTwoPersonDesk()
  const [asker, other] = [await desk.clerk(), await desk.clerk()]
  const student = await desk.student()
  const asked = (
    await take(desk, asker, { student_id: student.id, batch_id: batchId, amount_paise: 6_000_000 })
  ).as<ApprovalRecord>()
  const { payment_id: paymentId } = (await decide(other, asked, 'approve')).as<ApprovalRecord>()
  const body = { method: 'bank_transfer', reference: 'NEFT 1', paid_on: await desk.today() }
  expect((await refund(asker, paymentId ?? 0, { paid_back: body })).error.code).toBe('pay_back_later')
  const refunding = (await refund(asker, paymentId ?? 0)).as<ApprovalRecord>()
  const { refund_id: refundId } = (await decide(other, refunding, 'approve')).as<ApprovalRecord>()
  expect(await desk.shop.ledger()).toMatchObject({ enrolments: 0, dispositions: ['refund_due'] })
  expect((await asker.call('POST', `refunds/${refundId}/paid-back/`, { body })).status).toBe(200)
  expect(await desk.shop.ledger()).toMatchObject({ refunds: 1, dispositions: ['refunded'] })
  await desk.ledger()
})

test('an offline payment above the limit waits and holds no seat [PAY-68]', async () => {
  const { desk, batchId } = await openTwoPersonDesk({ price: 6_000_000, capacity: 1 })
  const [asker, other] = [await desk.clerk(), await desk.clerk()]
  const student = await desk.student()
  const given = { student_id: student.id, batch_id: batchId, amount_paise: 6_000_000 }
  const asked = (await take(desk, asker, given)).as<ApprovalRecord>()
  expect(asked).toMatchObject({ state: 'waiting', method: 'upi', is_enrolled: false })
  expect([await desk.count('payment_orders'), await desk.count('enrolments'), await desk.count('receipts')]).toEqual([0, 0, 0])
  expect((await desk.shop.mails(student.email)).filter(({ subject }) => subject.startsWith('Receipt'))).toEqual([])
  const done = (await decide(other, asked, 'approve')).as<ApprovalRecord>()
  expect(done).toMatchObject({ state: 'approved', is_enrolled: true, payment_id: expect.any(Number) })
  expect(await desk.shop.ledger()).toEqual({ enrolments: 1, receipts: 1, refunds: 0, dispositions: ['enrolled'] })
  await desk.ledger()
})

test('two accept a cheque above the limit, one clears it', async () => {
  const { desk, batchId } = await openTwoPersonDesk()
  const [asker, other] = [await desk.clerk(), await desk.clerk()]
  const student = await desk.student()
  const cheque = { student_id: student.id, batch_id: batchId, amount_paise: 6_000_000, method: 'cheque', reference: 'SBI 000123' }
  const asked = (await take(desk, asker, cheque)).as<ApprovalRecord>()
  const clear = (version: number) => asker.call('POST', `offline-payments/${asked.offline_payment_id}/clear/`, { version })
  expect((await clear(1)).error.code).toBe('not_at_bank')
  await decide(other, asked, 'approve')
  expect((await clear(2)).status).toBe(200)
  expect(await desk.shop.ledger()).toMatchObject({ enrolments: 1, receipts: 1 })
})

test('a place is counted by its list price [PAY-68]', async () => {
  const { desk, batchId } = await openTwoPersonDesk({ price: 6_000_000, discounts: [{ value: '50%' }] })
  const [asker, other, finance] = [await desk.clerk('support'), await desk.clerk('support'), await desk.clerk('finance')]
  const student = await desk.student()
  const asked = (await enrol(asker, { student_id: student.id, batch_id: batchId })).as<ApprovalRecord>()
  expect(asked).toMatchObject({ state: 'waiting', amount_paise: 6_000_000 })
  expect(await desk.count('enrolments')).toBe(0)
  expect((await enrol(other, { student_id: student.id, batch_id: batchId })).error.code).toBe('waits_already')
  expect((await decide(finance, asked, 'approve')).status).toBe(403)
  expect((await decide(other, asked, 'approve')).as<ApprovalRecord>()).toMatchObject({ state: 'approved', is_enrolled: true })
  const { rows } = await desk.shop.db.query('select enrolled_by from enrolments')
  expect(rows).toEqual([{ enrolled_by: asker.id }])
  // The payment of the half price stays below the limit for another student.
  const paying = await desk.student()
  const paid = await take(desk, await desk.clerk(), { student_id: paying.id, batch_id: batchId, amount_paise: 3_000_000 })
  expect(paid.as<ApprovalRecord>().state).toBe('not_needed')
})

test('the sum of a student and day counts every kind [PAY-69]', async () => {
  const { desk, courseId, batchId } = await openTwoPersonDesk({ price: 2_500_000 })
  const [clerk, support] = [await desk.clerk(), await desk.clerk('support')]
  const batches = await Promise.all(Array.from({ length: 3 }, () => addBatch(desk.shop.db, courseId, {})))
  const { student, paymentId } = await onlinePayment(desk, batchId)
  const state = async (answer: ReturnType<typeof refund>) => (await answer).as<ApprovalRecord>().state
  const [first = 0, second = 0, third = 0] = batches
  expect(await state(enrol(support, { student_id: student.id, batch_id: first }))).toBe('not_needed')
  expect(await state(refund(clerk, paymentId))).toBe('not_needed')
  // ₹50,000 are done: the limit itself passes, ₹1 more waits.
  const pay = (batch: number) => take(desk, clerk, { student_id: student.id, batch_id: batch, amount_paise: 2_500_000 })
  expect(await state(pay(second))).toBe('waiting')
  const other = await desk.student()
  const othersPayment = take(desk, clerk, { student_id: other.id, batch_id: second, amount_paise: 2_500_000 })
  expect(await state(othersPayment)).toBe('not_needed')
  // What waits counts on the next day too, what is done does not.
  await desk.shop.passTime('1 day')
  expect(await state(enrol(support, { student_id: student.id, batch_id: third }))).toBe('not_needed')
  expect(await state(enrol(support, { student_id: student.id, batch_id: batchId }))).toBe('waiting')
  await desk.ledger()
})

test('the day of a sum is that of India', async () => {
  const { desk, courseId, batchId } = await openTwoPersonDesk({ price: 4_500_000 })
  const support = await desk.clerk('support')
  const student = await desk.student()
  const { rows } = await desk.shop.db.query<{ wait: string }>(
    `select ((date_trunc('day', app_now() at time zone 'Asia/Kolkata') + interval '1 day 23 hours 50 minutes') at time zone 'Asia/Kolkata'
       - app_now())::text as wait`,
  )
  await desk.shop.passTime(rows[0]?.wait ?? '')
  const state = async (batch: number) =>
    (await enrol(support, { student_id: student.id, batch_id: batch })).as<ApprovalRecord>().state
  expect(await state(batchId)).toBe('not_needed')
  await desk.shop.passTime('20 minutes')
  expect(await state(await addBatch(desk.shop.db, courseId, {}))).toBe('not_needed')
})

test('ten clerks at once can not pass the limit together [PAY-69]', { timeout: 60_000 }, async () => {
  const { desk, courseId, batchId } = await openTwoPersonDesk({ price: 2_000_000 })
  const batches = [batchId]
  for (let index = 1; index < 10; index += 1) batches.push(await addBatch(desk.shop.db, courseId, {}))
  const student = await desk.student()
  const [finance, support] = [await desk.clerk(), await desk.clerk('support')]
  const answers = await Promise.all(
    batches.map((batch, index) =>
      index % 2
        ? take(desk, finance, { student_id: student.id, batch_id: batch, amount_paise: 2_000_000 })
        : enrol(support, { student_id: student.id, batch_id: batch }),
    ),
  )
  const states = answers.map((answer) => answer.as<ApprovalRecord>().state)
  expect(states.filter((state) => state === 'not_needed')).toHaveLength(2)
  expect(states.filter((state) => state === 'waiting')).toHaveLength(8)
  expect(await desk.count('enrolments')).toBe(2)
  await desk.ledger()
})

test('a school with one owner waits a day [PAY-70]', async () => {
  const { desk, batchId } = await openTwoPersonDesk()
  const owner = await desk.clerk('owner')
  await desk.clerk('support')
  const left = await desk.clerk()
  await desk.shop.db.query('update staff set disabled_at = app_now() where id = $1', [left.id])
  const { paymentId } = await onlinePayment(desk, batchId)
  const asked = (await refund(owner, paymentId)).as<ApprovalRecord>()
  expect(asked.deciders).toBeNull()
  expect(Date.parse(asked.alone_from ?? '') - Date.parse(asked.asked_at)).toBe(24 * 3_600_000)
  expect((await desk.shop.mails()).filter(({ subject }) => subject.startsWith('Please decide'))).toEqual([])
  expect((await decide(owner, asked, 'approve')).error.code).toBe('too_early')
  await desk.shop.passTime('23 hours 59 minutes')
  expect((await decide(owner, asked, 'approve')).error.code).toBe('too_early')
  await desk.shop.passTime('2 minutes')
  // Somebody else can decide again, so the owner may not.
  await desk.shop.db.query('update staff set disabled_at = null where id = $1', [left.id])
  expect((await decide(owner, asked, 'approve')).error.code).toBe('own_request')
  expect((await read(owner, asked.id)).alone_from).toBeNull()
  await desk.shop.db.query('update staff set disabled_at = app_now() where id = $1', [left.id])
  expect((await decide(owner, asked, 'approve')).as<ApprovalRecord>()).toMatchObject({ state: 'approved' })
  const { rows } = await desk.shop.db.query('select decided_alone from approvals')
  expect(rows).toEqual([{ decided_alone: true }])
  await desk.shop.sendRefunds()
  await desk.ledger()
})

test('an approval fails when the batch is full meanwhile [PAY-71]', async () => {
  const { desk, batchId } = await openTwoPersonDesk({ price: 6_000_000, capacity: 1 })
  const [asker, other] = [await desk.clerk(), await desk.clerk()]
  const student = await desk.student()
  const asked = (
    await take(desk, asker, { student_id: student.id, batch_id: batchId, amount_paise: 6_000_000 })
  ).as<ApprovalRecord>()
  await onlinePayment(desk, batchId)
  const failed = (await decide(other, asked, 'approve')).as<ApprovalRecord>()
  expect(failed).toMatchObject({ state: 'failed', is_enrolled: false, answer: expect.stringContaining('This batch is full.') })
  expect(await desk.shop.ledger()).toMatchObject({ enrolments: 1, receipts: 1 })
  const { rows } = await desk.shop.db.query('select state from offline_payments')
  expect(rows).toEqual([{ state: 'return_due' }])
  expect((await desk.shop.mails(asker.email))[0]?.text).toContain('Please give the money back')
  expect((await decide(other, failed, 'approve')).error.code).toBe('decided')
  await desk.ledger()
})

test.each([
  ['the batch is cancelled', cancelBatch, 'This batch is cancelled.'],
  [
    'the batch has ended',
    ({ db }: PayingShop, batchId: number) => startBatch(db, batchId, '-9 days', '-1 day'),
    'This batch has ended.',
  ],
  [
    'the account is disabled',
    ({ db }: PayingShop) => db.query('update users set disabled_at = app_now()'),
    'This account is disabled.',
  ],
])('an approval fails after %s', async (_name, change, answer) => {
  const { desk, batchId } = await openTwoPersonDesk()
  const [asker, other] = [await desk.clerk(), await desk.clerk()]
  const student = await desk.student()
  const asked = (
    await take(desk, asker, { student_id: student.id, batch_id: batchId, amount_paise: 6_000_000 })
  ).as<ApprovalRecord>()
  await change(desk.shop, batchId)
  expect((await decide(other, asked, 'approve')).as<ApprovalRecord>()).toMatchObject({ state: 'failed', answer })
  expect([await desk.count('payments'), await desk.count('enrolments')]).toEqual([0, 0])
})

test('an approval fails after the money went back another way [PAY-71]', async () => {
  const { desk, batchId } = await openTwoPersonDesk()
  const [asker, other] = [await desk.clerk(), await desk.clerk()]
  const { paymentId } = await onlinePayment(desk, batchId)
  const asked = (await refund(asker, paymentId)).as<ApprovalRecord>()
  expect((await refund(other, paymentId, { amount_paise: 100 })).error.code).toBe('waits_already')
  await requestRefund(desk.shop.deps, operator, { paymentId, amountPaise: 100, reason: 'By hand', keepsAccess: true })
  const failed = (await decide(other, asked, 'approve')).as<ApprovalRecord>()
  expect(failed).toMatchObject({ state: 'failed', answer: 'Between ₹1 and ₹59,999.00 of this payment can be refunded.' })
  await desk.shop.sendRefunds()
  expect(await desk.shop.ledger()).toMatchObject({ enrolments: 1, refunds: 1 })
  await desk.ledger()
})

test('an approval is stored with its act, or neither [PAY-71]', async () => {
  const { desk, batchId } = await openTwoPersonDesk()
  const [asker, other] = [await desk.clerk(), await desk.clerk()]
  const student = await desk.student()
  const asked = (
    await take(desk, asker, { student_id: student.id, batch_id: batchId, amount_paise: 6_000_000 })
  ).as<ApprovalRecord>()
  // The last statement fails, as when the process ends before the commit.
  await desk.shop.db.query(
    `create function fail_approval() returns trigger language plpgsql as $$ begin raise exception 'ended'; end $$`,
  )
  await desk.shop.db.query(
    `create trigger approvals_fail before update on approvals for each row when (new.state = 'approved') execute function fail_approval()`,
  )
  expect((await decide(other, asked, 'approve')).status).toBe(500)
  expect([await desk.count('payment_orders'), await desk.count('enrolments'), await desk.count('receipts')]).toEqual([0, 0, 0])
  expect(await read(other, asked.id)).toMatchObject({ state: 'waiting', version: asked.version })
  await desk.shop.db.query('drop trigger approvals_fail on approvals')
  expect((await decide(other, asked, 'approve')).as<ApprovalRecord>()).toMatchObject({ state: 'approved', is_enrolled: true })
  await desk.ledger()
})

test('what is withdrawn does not count and can be asked again', async () => {
  const { desk, courseId, batchId } = await openTwoPersonDesk({ price: 3_000_000 })
  const clerk = await desk.clerk()
  await desk.clerk('owner')
  const student = await desk.student()
  const other = await addBatch(desk.shop.db, courseId, {})
  const reference = newReference()
  const pay = (batch: number) =>
    take(desk, clerk, { student_id: student.id, batch_id: batch, amount_paise: 3_000_000, reference })
  await take(desk, clerk, { student_id: student.id, batch_id: batchId, amount_paise: 3_000_000 })
  const asked = (await pay(other)).as<ApprovalRecord>()
  expect((await waiting(clerk)).total).toBe(1)
  const answers = await Promise.all([decide(clerk, asked, 'withdraw'), decide(clerk, asked, 'withdraw')])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412])
  expect((await waiting(clerk)).total).toBe(0)
  expect((await pay(other)).as<ApprovalRecord>().state).toBe('waiting')
  await desk.shop.passTime('1 day')
  const again = await waiting(clerk)
  await decide(clerk, again.items[0] ?? asked, 'withdraw')
  expect((await pay(other)).as<ApprovalRecord>().state).toBe('not_needed')
})

test('no limit in the settings needs one person, zero always two', async () => {
  const { desk, batchId } = await openTwoPersonDesk({ price: 100 })
  const clerk = await desk.clerk('support')
  await desk.setLimit(0)
  const state = async () => (await enrol(clerk, { new_student: walkIn(), batch_id: batchId })).as<ApprovalRecord>().state
  expect(await state()).toBe('waiting')
  await desk.setLimit(100)
  expect(await state()).toBe('not_needed')
  await desk.setLimit(null)
  expect(await state()).toBe('not_needed')
})

test('approvals are listed without what needed none', async () => {
  const { desk, batchId } = await openTwoPersonDesk()
  const [clerk, support, content] = [await desk.clerk(), await desk.clerk('support'), await desk.clerk('content')]
  const { paymentId } = await onlinePayment(desk, batchId)
  await refund(clerk, paymentId, { amount_paise: 100_000 })
  expect((await waiting(clerk)).total).toBe(0)
  expect((await refund(clerk, paymentId)).as<ApprovalRecord>().state).toBe('waiting')
  expect(await waiting(support)).toMatchObject({ total: 1, items: [{ kind: 'refund', amount_paise: 5_900_000 }] })
  const waitsFor = async (reader: Clerk, who: string) =>
    (await reader.call('GET', `approvals/?waits_for=${who}`)).as<{ total: number }>().total
  const other = await desk.clerk()
  for (const reader of [clerk, support]) {
    expect([await waitsFor(reader, 'me'), await waitsFor(reader, 'others')]).toEqual([0, 1])
  }
  expect([await waitsFor(other, 'me'), await waitsFor(other, 'others')]).toEqual([1, 0])
  expect((await clerk.call('GET', 'approvals/?waits_for=nobody')).status).toBe(400)
  expect((await clerk.call('GET', 'approvals/?kind=refund&state=declined')).as<{ total: number }>().total).toBe(0)
  expect((await clerk.call('GET', 'approvals/export/')).status).toBe(200)
  expect((await content.call('GET', 'approvals/')).status).toBe(403)
})
