import { expect, test } from 'vitest'
import type { ApprovalRecord } from '#contract/money/staff/approvals.ts'
import type { Refundable, RefundListed } from '#contract/money/staff/refunds.ts'
import { buyOnline, type Clerk, type Desk, openDesk, refund } from '#tests/school/desk.ts'
import { sellCourse } from '#tests/school/sell-course.ts'

async function sell(desk: Desk, given: Parameters<typeof sellCourse>[1] = {}) {
  const { batchId } = await sellCourse(desk.shop.db, given)
  const student = await desk.student()
  return { student, batchId, paymentId: await buyOnline(desk, batchId, student.access) }
}
const refunds = async (clerk: Clerk, query = '') =>
  (await clerk.call('GET', `refunds/${query}`)).as<{ items: RefundListed[]; total: number }>()

test('one key is one refund, however often it is sent [PAY-72]', async () => {
  const desk = await openDesk()
  const clerk = await desk.clerk()
  const { paymentId } = await sell(desk)
  const key = crypto.randomUUID()
  const answers = await Promise.all(Array.from({ length: 10 }, () => refund(clerk, paymentId, { key, amount_paise: 100_000 })))
  expect(new Set(answers.map((answer) => `${answer.status} ${answer.as<ApprovalRecord>().refund_id}`)).size).toBe(1)
  expect(await desk.count('refunds')).toBe(1)
  await desk.shop.sendRefunds()
  expect((await refund(clerk, paymentId, { key, amount_paise: 100_000 })).as<ApprovalRecord>().state).toBe('not_needed')
  expect((await refund(clerk, paymentId, { key, amount_paise: 200_000 })).error.code).toBe('key_used')
  expect((await refunds(clerk)).items).toMatchObject([{ status: 'processed', amount_paise: 100_000, staff: expect.any(String) }])
  await desk.ledger()
})

test('two refunds at once never exceed what was paid [PAY-72]', async () => {
  const desk = await openDesk()
  const clerks = await Promise.all(Array.from({ length: 6 }, () => desk.clerk()))
  const { paymentId } = await sell(desk)
  const answers = await Promise.all(clerks.map((clerk) => refund(clerk, paymentId, { amount_paise: 1_600_000 })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 400, 400, 400, 400])
  await desk.shop.sendRefunds()
  expect(await desk.ledger()).toMatchObject({ refunded_paise: 3_200_000 })
})

test('a partial refund leaves the place, the rest ends it', async () => {
  const desk = await openDesk()
  const clerk = await desk.clerk()
  const { student, paymentId } = await sell(desk)
  const read = async () => (await clerk.call('GET', `payments/${paymentId}/refund/`)).as<Refundable>()
  expect(await read()).toMatchObject({ refundable_paise: 4_500_000, has_place: true, is_offline: false, request_id: null })
  expect((await refund(clerk, paymentId, { amount_paise: 500_000 })).as<ApprovalRecord>()).toMatchObject({ ends_access: false })
  expect(await read()).toMatchObject({
    refundable_paise: 4_000_000,
    refunded_paise: 500_000,
    has_place: true,
    sum_paise: 500_000,
  })
  expect((await refund(clerk, paymentId)).as<ApprovalRecord>()).toMatchObject({ ends_access: true, amount_paise: 4_000_000 })
  expect(await read()).toMatchObject({ refundable_paise: 0, has_place: false })
  expect((await refund(clerk, paymentId)).error.code).toBe('nothing_to_refund')
  await desk.shop.sendRefunds()
  expect(await desk.shop.ledger()).toMatchObject({ enrolments: 0, refunds: 2, dispositions: ['refunded'] })
  const notes = (await desk.shop.mails(student.email)).filter(({ subject }) => subject.startsWith('Refund of'))
  expect(notes).toHaveLength(2)
  await desk.ledger()
})

test('a refund can leave the place', async () => {
  const desk = await openDesk()
  const clerk = await desk.clerk()
  const { paymentId } = await sell(desk)
  expect((await refund(clerk, paymentId, { keeps_access: true })).as<ApprovalRecord>()).toMatchObject({ ends_access: false })
  await desk.shop.sendRefunds()
  expect(await desk.shop.ledger()).toMatchObject({ enrolments: 1, dispositions: ['refunded'] })
  await desk.ledger()
})

test('a refund approves the request that it answers', async () => {
  const desk = await openDesk()
  const clerk = await desk.clerk()
  const { student, paymentId } = await sell(desk)
  const other = await sell(desk)
  const asked = await desk.shop.post(
    '/payment/requests/',
    { kind: 'refund', enrolment_id: 1, reason: 'No time.' },
    student.access,
  )
  const { id: requestId } = asked.json<{ id: number }>()
  expect((await clerk.call('GET', `payments/${paymentId}/refund/`)).as<Refundable>()).toMatchObject({
    request_id: requestId,
    request_reason: 'No time.',
  })
  const wrong = await refund(clerk, other.paymentId, { request_id: requestId })
  expect([wrong.status, wrong.error.code]).toEqual([409, 'other_request'])
  expect((await refund(clerk, paymentId, { request_id: requestId })).status).toBe(201)
  const { rows } = await desk.shop.db.query('select status, refund_id, decided_by_kind, decided_by_id from purchase_requests')
  expect(rows).toEqual([{ status: 'approved', refund_id: expect.any(Number), decided_by_kind: 'staff', decided_by_id: clerk.id }])
  expect((await desk.shop.mails(student.email)).map(({ subject }) => subject)).toContainEqual(
    expect.stringContaining('Your refund is approved'),
  )
  expect((await refund(clerk, paymentId, { request_id: requestId })).status).toBe(409)
  expect(await desk.count('refunds')).toBe(1)
})

test('a refund that failed is repeated once [PAY-72]', async () => {
  const desk = await openDesk()
  const clerk = await desk.clerk()
  const { paymentId } = await sell(desk)
  await refund(clerk, paymentId)
  await desk.shop.db.query(`update refunds set status = 'failed', last_error = 'Too little money', settled_at = app_now()`)
  const [failed] = (await refunds(clerk, '?status=failed')).items
  expect(failed).toMatchObject({ problem: 'Too little money', is_retried: false })
  const retry = (id = failed?.id ?? 0) => clerk.call('POST', `refunds/${id}/retry/`)
  const answers = await Promise.all(Array.from({ length: 5 }, () => retry()))
  expect(new Set(answers.map((answer) => `${answer.status} ${answer.as<RefundListed>().id}`)).size).toBe(1)
  expect(await desk.count('refunds')).toBe(2)
  await desk.shop.sendRefunds()
  expect((await refunds(clerk)).items).toMatchObject([
    { status: 'processed', amount_paise: 4_500_000, ends_access: true },
    { status: 'failed', is_retried: true },
  ])
  expect((await retry(answers[0]?.as<RefundListed>().id)).error.code).toBe('not_failed')
  expect((await retry(999_999)).status).toBe(404)
  expect(await desk.ledger()).toMatchObject({ refunded: 1 })
})

test.each([
  ['an amount above what is left', { amount_paise: 4_500_001 }, 400],
  ['less than a rupee', { amount_paise: 99 }, 400],
  ['half a paisa', { amount_paise: 100.5 }, 400],
  ['no reason', { reason: ' ' }, 400],
  ['no key', { key: 'again' }, 400],
  ['a way of paying back for an online payment', { paid_back: { method: 'cash', reference: '1', paid_on: '2026-11-01' } }, 400],
  ['a request that is unknown', { request_id: 999_999 }, 404],
])('refuses %s and changes nothing', async (_name, given, status) => {
  const desk = await openDesk()
  const clerk = await desk.clerk()
  const { paymentId } = await sell(desk)
  expect((await refund(clerk, paymentId, given)).status).toBe(status)
  expect([await desk.count('refunds'), await desk.count('approvals')]).toEqual([0, 0])
  expect((await refund(clerk, 999_999)).status).toBe(404)
  expect((await refund(await desk.clerk('support'), paymentId)).status).toBe(403)
})

test('a disputed payment is refunded only when the bank has decided', async () => {
  const desk = await openDesk()
  const clerk = await desk.clerk()
  const { paymentId } = await sell(desk)
  await desk.shop.db.query(
    `insert into disputes (provider_dispute_id, payment_id, amount_paise, amount_deducted_paise, status, reported_at, created_at, updated_at)
     values ('disp_1', $1, 4000000, 0, 'open', app_now(), app_now(), app_now())`,
    [paymentId],
  )
  expect((await refund(clerk, paymentId)).error.code).toBe('disputed')
  await desk.shop.db.query(`update disputes set status = 'lost', amount_deducted_paise = 4000000`)
  const read = async () => (await clerk.call('GET', `payments/${paymentId}/refund/`)).as<Refundable>()
  expect(await read()).toMatchObject({ refundable_paise: 500_000 })
  expect((await refund(clerk, paymentId, { amount_paise: 500_100 })).status).toBe(400)
  expect((await refund(clerk, paymentId, { amount_paise: 500_000 })).status).toBe(201)
  expect((await refund(clerk, paymentId)).error.code).toBe('nothing_to_refund')
})
