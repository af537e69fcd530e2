import { expect, test } from 'vitest'
import type { PaymentChoice } from '#contract/money/choice.ts'
import type { Instalment, OpenedPart } from '#contract/money/instalments.ts'
import type { PaymentRecord, StartedPayment } from '#contract/money/payments.ts'
import type { InstalmentListed } from '#contract/money/staff/instalments.ts'
import type { PaymentPlanRecord } from '#contract/money/staff/payment-plans.ts'
import { processCancellation } from '#server/money/cancellations/process-cancellation.ts'
import { system } from '#server/platform/auth/principal.ts'
import { countStatements } from '#tests/school/count-statements.ts'
import { type Desk, newKey, openDesk, refund } from '#tests/school/desk.ts'
import { buy, configureSite, textOf } from '#tests/school/sell-with-receipt.ts'
import { addBatch, sellCourse, startBatch } from '#tests/school/sell-course.ts'
import { signIn } from '#tests/school/sign-in.ts'
import { everyRow } from '#tests/security/every-row.ts'
import { leaksOf } from '#tests/security/leaks-of.ts'
import { remindOfInstalments } from './remind.ts'

const threeParts = [
  { percent: 40, days: 0 },
  { percent: 30, days: 30 },
  { percent: 30, days: 60 },
]

/** A course of ₹36,000 that can be paid in three parts. */
async function schoolWithPlan(given: object = {}, course: Parameters<typeof sellCourse>[1] = {}) {
  const desk = await openDesk()
  const { shop } = desk
  const sold = await sellCourse(shop.db, { price: 3_600_000, ...course })
  const finance = await desk.clerk('finance')
  const made = await finance.call('POST', 'payment-plans/', {
    body: { course_id: sold.courseId, name: 'Three parts', parts: threeParts, ...given },
  })
  expect(made.status).toBe(201)
  const plan = made.as<PaymentPlanRecord>()
  const choose = (access: string, planId: unknown = plan.id, batchId = sold.batchId) =>
    shop.app.inject({
      method: 'PUT',
      url: '/api/payment/choice/',
      headers: { authorization: `Bearer ${access}` },
      payload: { batch_id: batchId, plan: planId, coupon: null },
    })
  const parts = async (access: string) => (await shop.get('/payment/instalments/', access)).json<{ items: Instalment[] }>().items
  const startPart = (access: string, id: number) => shop.post(`/payment/instalments/${id}/start/`, undefined, access)
  const pay = async (access: string, started: Awaited<ReturnType<typeof startPart>>, batchId = sold.batchId) => {
    expect(started.statusCode, started.body).toBe(200)
    const triple = await shop.pay(started.json<StartedPayment>().order_id)
    return shop.post(`/payment/payment-verify/${batchId}/`, triple, access)
  }
  /** A student who has paid the first part. */
  const buyer = async () => {
    const student = await signIn(shop)
    expect((await choose(student.access)).statusCode).toBe(200)
    return buy(shop, sold.batchId, student)
  }
  const passDays = (days: number) =>
    shop.db.query(`update instalments set due_on = due_on - $1::int, agreed_on = agreed_on - $1::int`, [days])
  return { desk, shop, ...sold, finance, plan, choose, parts, startPart, pay, buyer, passDays }
}
type School = Awaited<ReturnType<typeof schoolWithPlan>>

const list = async ({ finance }: School, query = '') =>
  (await finance.call('GET', `instalments/${query}`)).as<{ items: InstalmentListed[]; total: number }>()
const history = async (desk: Desk, access: string) =>
  (await desk.shop.get('/payment/payment-details/', access)).json<PaymentRecord[]>()
const remind = ({ shop }: School) => remindOfInstalments({ ...shop.deps, stopping: new AbortController().signal }, system)
const secretIn = (text = '') => /[?&]offer=([\w-]{43})\b/.exec(text)?.[1] ?? ''
/** The secret in the mail of the day on which the second part is due. */
async function remindedSecret(school: School, email: string): Promise<string> {
  await school.passDays(30)
  await remind(school)
  const secret = secretIn((await school.shop.mails(email))[0]?.text)
  expect(secret).toHaveLength(43)
  return secret
}
async function openLink({ shop }: School, offer: string, access?: string): Promise<OpenedPart> {
  const answer = await shop.post(`/payment/instalments/link/${access ? 'open/' : ''}`, { offer }, access)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<OpenedPart>()
}
const mails = async ({ shop }: School, template: string) =>
  (
    await shop.db.query<{ to: string; props: Record<string, unknown> }>(
      `select to_address as to, props from mail_outbox where template = $1 order by id`,
      [template],
    )
  ).rows

test('a choice says every part with its amount and day [PAY-78]', async () => {
  const school = await schoolWithPlan()
  const { access } = await signIn(school.shop)
  const chosen = (await school.choose(access)).json<PaymentChoice>()
  expect(chosen).toMatchObject({ plan: school.plan.id, total_paise: 3_600_000, today_paise: 1_440_000 })
  expect(chosen.parts.map(({ number, paise }) => [number, paise])).toEqual([
    [1, 1_440_000],
    [2, 1_080_000],
    [3, 1_080_000],
  ])
  const days = chosen.parts.map(({ due_on }) => Date.parse(due_on) / 86_400_000)
  expect(days.map((day) => day - (days[0] ?? 0))).toEqual([0, 30, 60])
  expect((await school.shop.get(`/payment/choice/${school.batchId}/`, access)).json()).toEqual(chosen)
  expect((await school.shop.start(school.batchId, access)).amount).toBe(14_400)
})

test('the first part enrols and the others are owed [PAY-78]', async () => {
  const school = await schoolWithPlan()
  const { access } = await school.buyer()
  const parts = await school.parts(access)
  expect(parts.map(({ number, of, amount_paise, state, can_pay }) => [number, of, amount_paise, state, can_pay])).toEqual([
    [1, 3, 1_440_000, 'paid', false],
    [2, 3, 1_080_000, 'due', true],
    [3, 3, 1_080_000, 'due', false],
  ])
  expect((await list(school)).items.map(({ number, state }) => [number, state])).toEqual([
    [2, 'due'],
    [3, 'due'],
  ])
  expect((await school.finance.call('GET', 'instalments/owed/')).as()).toMatchObject({ owed_paise: 2_160_000, late_paise: 0 })
  await school.desk.ledger()
})

test('each part is an order with its own receipt [PAY-78]', async () => {
  const school = await schoolWithPlan()
  const { access } = await school.buyer()
  const [, second, third] = await school.parts(access)
  expect((await school.startPart(access, third?.id ?? 0)).statusCode).toBe(409)
  const started = await school.startPart(access, second?.id ?? 0)
  expect(started.json<StartedPayment>().amount).toBe(10_800)
  // A second start is the same order.
  expect((await school.startPart(access, second?.id ?? 0)).json<StartedPayment>().order_id).toBe(
    started.json<StartedPayment>().order_id,
  )
  expect((await school.pay(access, started)).json()).toMatchObject({ status: 'enrolled', amount: 10_800 })
  expect((await school.pay(access, await school.startPart(access, third?.id ?? 0))).statusCode).toBe(200)
  expect((await school.startPart(access, third?.id ?? 0)).statusCode).toBe(409)
  expect((await school.parts(access)).map(({ state }) => state)).toEqual(['paid', 'paid', 'paid'])
  const payments = await history(school.desk, access)
  expect(payments.map(({ amount, status }) => [amount, status])).toEqual([
    [10_800, 'paid'],
    [10_800, 'paid'],
    [14_400, 'paid'],
  ])
  expect(new Set(payments.map(({ receipt }) => receipt?.serial)).size).toBe(3)
  const pdf = await school.shop.get(`/payment/receipts/${payments[1]?.receipt?.id}/pdf/`, access)
  const text = await textOf(pdf.rawPayload)
  expect(text).toContain('Part 2 of 3')
  expect(text).toContain('₹36,000.00')
  expect(await school.shop.ledger()).toMatchObject({ enrolments: 1, receipts: 3, refunds: 0 })
  await school.desk.ledger()
})

test('all that is left is paid in one order [PAY-78]', async () => {
  const school = await schoolWithPlan()
  const { access } = await school.buyer()
  const [, second] = await school.parts(access)
  const part = (await school.startPart(access, second?.id ?? 0)).json<StartedPayment>()
  const rest = await school.shop.post(`/payment/instalments/rest/${school.batchId}/start/`, undefined, access)
  expect(rest.json<StartedPayment>().amount).toBe(21_600)
  expect((await school.pay(access, rest)).statusCode).toBe(200)
  expect((await school.parts(access)).map(({ state }) => state)).toEqual(['paid', 'paid', 'paid'])
  // The order of the part is paid too, in another tab: its money goes back.
  const triple = await school.shop.pay(part.order_id)
  const late = await school.shop.post(`/payment/payment-verify/${school.batchId}/`, triple, access)
  expect(late.json()).toMatchObject({ status: 'refund_due' })
  await school.shop.sendRefunds()
  expect((await mails(school, 'payment-returned')).map(({ props }) => props['reason'])).toEqual(['part settled'])
  await school.desk.ledger()
})

test('a payment of a part settles once from ten reports [PAY-78]', async () => {
  const school = await schoolWithPlan()
  const { access } = await school.buyer()
  const [, second] = await school.parts(access)
  const started = (await school.startPart(access, second?.id ?? 0)).json<StartedPayment>()
  const triple = await school.shop.pay(started.order_id, 'captured', { webhook: true })
  const verify = () => school.shop.post(`/payment/payment-verify/${school.batchId}/`, triple, access)
  const answers = await Promise.all([...Array.from({ length: 9 }, verify), school.shop.deliverWebhooks()])
  expect(answers.slice(0, 9).map((answer) => (answer ? answer.statusCode : 0))).toEqual(Array.from({ length: 9 }, () => 200))
  expect(await school.shop.ledger()).toMatchObject({ enrolments: 1, receipts: 2, refunds: 0 })
})

test('nobody starts or sees a part of somebody else [PAY-78]', async () => {
  const school = await schoolWithPlan()
  const { access } = await school.buyer()
  const other = await signIn(school.shop)
  const [, second] = await school.parts(access)
  expect((await school.startPart(other.access, second?.id ?? 0)).statusCode).toBe(404)
  expect((await school.shop.post(`/payment/instalments/rest/${school.batchId}/start/`, undefined, other.access)).statusCode).toBe(
    404,
  )
  expect((await school.shop.get(`/payment/instalments/${school.batchId}/status/${second?.id}/`, other.access)).statusCode).toBe(
    404,
  )
  expect(await school.parts(other.access)).toEqual([])
})

test('a plan of another course or an ended one is refused [PAY-78]', async () => {
  const school = await schoolWithPlan()
  const other = await sellCourse(school.shop.db, {})
  const { access } = await signIn(school.shop)
  for (const [plan, batchId] of [
    [school.plan.id, other.batchId],
    [9_999, school.batchId],
  ]) {
    const answer = await school.choose(access, plan, batchId)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toHaveProperty('plan')
  }
  expect((await school.choose(access)).statusCode).toBe(200)
  const ended = await school.finance.call('POST', `payment-plans/${school.plan.id}/end/`, { version: school.plan.version })
  expect(ended.status).toBe(200)
  expect((await school.choose(access)).statusCode).toBe(400)
  // The choice was made before: the price is asked in one.
  expect((await school.shop.start(school.batchId, access)).amount).toBe(36_000)
})

test.each([
  [
    'add up to less',
    [
      { percent: 40, days: 0 },
      { percent: 30, days: 30 },
    ],
  ],
  [
    'begin later',
    [
      { percent: 40, days: 3 },
      { percent: 60, days: 30 },
    ],
  ],
  [
    'go back in time',
    [
      { percent: 40, days: 0 },
      { percent: 30, days: 30 },
      { percent: 30, days: 10 },
    ],
  ],
  ['are one', [{ percent: 100, days: 0 }]],
])('parts that %s are refused [PAY-78]', async (_, parts) => {
  const school = await schoolWithPlan()
  const answer = await school.finance.call('POST', 'payment-plans/', {
    body: { course_id: school.courseId, name: 'Wrong', parts },
  })
  expect(answer.status).toBe(400)
  expect(answer.error).toHaveProperty('parts')
})

test('a fee and a coupon are part of the total [PAY-78]', async () => {
  const school = await schoolWithPlan({ fee_paise: 60_000 })
  const coupon = { kind: 'percent', value: 50, course_ids: [], batch_ids: [], first_purchase: false, stacks: true }
  await school.finance.call('POST', 'coupons/', { body: { code: 'COLLEGE50', ...coupon } })
  const student = await signIn(school.shop)
  const chosen = await school.shop.app.inject({
    method: 'PUT',
    url: '/api/payment/choice/',
    headers: { authorization: `Bearer ${student.access}` },
    payload: { batch_id: school.batchId, plan: school.plan.id, coupon: 'COLLEGE50' },
  })
  expect(chosen.json<PaymentChoice>()).toMatchObject({ total_paise: 1_860_000, today_paise: 744_000 })
  expect(chosen.json<PaymentChoice>().lines.map(({ kind, paise }) => [kind, paise])).toEqual([
    ['list', 3_600_000],
    ['coupon', -1_800_000],
    ['fee', 60_000],
    ['total', 1_860_000],
  ])
  await buy(school.shop, school.batchId, student)
  expect((await school.parts(student.access)).map(({ amount_paise }) => amount_paise)).toEqual([744_000, 558_000, 558_000])
  await school.desk.ledger()
})

test('a refund goes back over all payments, last first [PAY-78]', async () => {
  const school = await schoolWithPlan()
  const { access } = await school.buyer()
  const [, second] = await school.parts(access)
  await school.pay(access, await school.startPart(access, second?.id ?? 0))
  const [, first] = await history(school.desk, access)
  const part = await refund(school.finance, first?.id ?? 0, { amount_paise: 1_500_000 })
  expect(part.status).toBe(201)
  await school.shop.sendRefunds()
  const refunded = async () =>
    (await history(school.desk, access)).map(({ amount, refunds }) => [amount, refunds.reduce((sum, one) => sum + one.amount, 0)])
  expect(await refunded()).toEqual([
    [10_800, 10_800],
    [14_400, 4_200],
  ])
  // The place goes on, and so does what is owed.
  expect((await school.parts(access)).map(({ state }) => state)).toEqual(['paid', 'paid', 'due'])
  await school.desk.ledger()
  await refund(school.finance, first?.id ?? 0, {})
  await school.shop.sendRefunds()
  expect(await refunded()).toEqual([
    [10_800, 10_800],
    [14_400, 14_400],
  ])
  expect(await school.parts(access)).toEqual([])
  expect((await school.finance.call('GET', 'instalments/owed/')).as()).toMatchObject({ owed_paise: 0 })
  expect(await school.shop.ledger()).toMatchObject({ enrolments: 0 })
  await school.desk.ledger()
})

test('a student asks for all parts back with one request [PAY-78]', async () => {
  const school = await schoolWithPlan()
  const { access } = await school.buyer()
  const [, second] = await school.parts(access)
  await school.pay(access, await school.startPart(access, second?.id ?? 0))
  const [purchase] = (await school.shop.get(`/payment/purchases/${school.courseId}/`, access)).json<
    { enrolment_id: number; refundable: number }[]
  >()
  expect(purchase?.refundable).toBe(25_200)
  const asked = await school.shop.post(
    '/payment/requests/',
    { kind: 'refund', enrolment_id: purchase?.enrolment_id, reason: 'I move abroad.' },
    access,
  )
  expect(asked.statusCode).toBe(201)
  const request = (await school.finance.call('GET', 'requests/')).as<{ items: { id: number; payment_id: number }[] }>().items[0]
  await refund(school.finance, request?.payment_id ?? 0, { request_id: request?.id })
  await school.shop.sendRefunds()
  expect((await history(school.desk, access)).map(({ status }) => status)).toEqual(['refunded', 'refunded'])
  await school.desk.ledger()
})

test('a part paid after the place ended goes back [PAY-78]', async () => {
  const school = await schoolWithPlan()
  const { access } = await school.buyer()
  const [, second] = await school.parts(access)
  const started = await school.startPart(access, second?.id ?? 0)
  const [first] = await history(school.desk, access)
  await refund(school.finance, first?.id ?? 0, {})
  expect((await school.pay(access, started)).json()).toMatchObject({ status: 'refund_due' })
  await school.shop.sendRefunds()
  expect(await school.shop.ledger()).toMatchObject({ enrolments: 0, dispositions: ['refunded', 'refunded'] })
  await school.desk.ledger()
})

test('the plan moves with the student to another batch [PAY-78]', async () => {
  const school = await schoolWithPlan()
  const { access } = await school.buyer()
  const to = await addBatch(school.shop.db, school.courseId)
  const support = await school.desk.clerk('support')
  const place = (await support.call('GET', 'enrolments/')).as<{ items: { id: number; version: number }[] }>().items[0]
  const [, second] = await school.parts(access)
  // Its order was opened before the move.
  const started = await school.startPart(access, second?.id ?? 0)
  const moved = await support.call('POST', `enrolments/${place?.id}/transfer/`, {
    version: place?.version,
    body: { to_batch: to, reason: 'Another time.' },
  })
  expect(moved.status).toBe(200)
  expect((await school.parts(access)).map(({ batch_id }) => batch_id)).toEqual([to, to, to])
  expect((await school.pay(access, started)).statusCode).toBe(200)
  const [, , third] = await school.parts(access)
  expect((await school.pay(access, await school.startPart(access, third?.id ?? 0), to)).statusCode).toBe(200)
  await school.desk.ledger()
})

test('a cancelled batch pays all parts back [PAY-78]', async () => {
  const school = await schoolWithPlan()
  const { access } = await school.buyer()
  const [, second] = await school.parts(access)
  await school.pay(access, await school.startPart(access, second?.id ?? 0))
  const owner = await school.desk.clerk('owner')
  const cancelled = await owner.call('POST', `batches/${school.batchId}/cancel/`, {
    version: (await owner.call('GET', `batches/${school.batchId}/cancellation/`)).as<{ version: number }>().version,
    body: { reason: 'Too few students.', move_to: null, refund: [] },
  })
  expect(cancelled.status).toBe(200)
  await processCancellation(school.shop.deps, system, { id: school.batchId })
  await school.shop.sendRefunds()
  expect((await history(school.desk, access)).map(({ status }) => status)).toEqual(['refunded', 'refunded'])
  await school.desk.ledger()
})

test('staff wait for a part, move its day and forgive it [PAY-78]', async () => {
  const school = await schoolWithPlan()
  const { access } = await school.buyer()
  await school.passDays(45)
  const [late] = (await list(school, '?state=late')).items
  expect(late).toMatchObject({ number: 2, days_late: 15, is_paused: true })
  const until = await school.desk.today(-20)
  const waited = await school.finance.call('POST', `instalments/${late?.id}/wait/`, {
    version: late?.version,
    body: { until, reason: 'The salary comes later.' },
  })
  expect(waited.as<InstalmentListed>()).toMatchObject({ waits_until: until, is_paused: false, state: 'late' })
  const stale = await school.finance.call('POST', `instalments/${late?.id}/move/`, {
    version: late?.version,
    body: { due_on: until, reason: 'Agreed by phone.' },
  })
  expect(stale.status).toBe(412)
  const past = await school.finance.call('POST', `instalments/${late?.id}/move/`, {
    version: waited.as<InstalmentListed>().version,
    body: { due_on: await school.desk.today(1), reason: 'Agreed by phone.' },
  })
  expect(past.status).toBe(400)
  const moved = await school.finance.call('POST', `instalments/${late?.id}/move/`, {
    version: waited.as<InstalmentListed>().version,
    body: { due_on: until, reason: 'Agreed by phone.' },
  })
  expect(moved.as<InstalmentListed>()).toMatchObject({ due_on: until, state: 'moved', waits_until: null })
  expect((await school.parts(access)).map(({ state }) => state)).toEqual(['paid', 'moved', 'due'])
  const forgiven = await school.finance.call('POST', `instalments/${late?.id}/forgive/`, {
    body: { key: newKey(), reason: 'A hard year.' },
  })
  expect(forgiven.as()).toMatchObject({ kind: 'waiver', state: 'not_needed', amount_paise: 1_080_000 })
  expect((await school.parts(access)).map(({ state }) => state)).toEqual(['paid', 'waived', 'due'])
  const again = await school.finance.call('POST', `instalments/${late?.id}/forgive/`, {
    body: { key: newKey(), reason: 'A hard year.' },
  })
  expect(again.status).toBe(409)
  await school.desk.ledger()
})

test('forgiving above the limit waits for a second person [PAY-78]', async () => {
  const school = await schoolWithPlan()
  const { access } = await school.buyer()
  await school.desk.setLimit(1_000_000)
  const [part] = (await list(school)).items
  const body = { key: newKey(), reason: 'A hard year.' }
  const asked = (await school.finance.call('POST', `instalments/${part?.id}/forgive/`, { body })).as<{
    id: number
    version: number
    state: string
  }>()
  expect(asked.state).toBe('waiting')
  expect((await school.parts(access)).map(({ state }) => state)).toEqual(['paid', 'due', 'due'])
  expect((await list(school)).items[0]?.approval_id).toBe(asked.id)
  const own = await school.finance.call('POST', `approvals/${asked.id}/approve/`, { version: asked.version })
  expect(own.status).toBe(409)
  const second = await school.desk.clerk('owner')
  expect((await second.call('POST', `approvals/${asked.id}/approve/`, { version: asked.version })).status).toBe(200)
  expect((await school.parts(access)).map(({ state }) => state)).toEqual(['paid', 'waived', 'due'])
})

test('recordings and joining wait for a late part [PAY-78]', async () => {
  const school = await schoolWithPlan()
  const { access } = await school.buyer()
  const videos = async () =>
    (await school.shop.get(`/videos/${school.batchId}/`, access)).json<{ enrolled: boolean; payment_due: boolean }>()
  await school.passDays(40)
  expect(await videos()).toMatchObject({ enrolled: true, payment_due: false })
  await school.passDays(1)
  expect(await videos()).toMatchObject({ enrolled: true, payment_due: true })
  const [, second] = await school.parts(access)
  expect(second).toMatchObject({ state: 'late', is_paused: true })
  await startBatch(school.shop.db, school.batchId)
  const session = await school.shop.db.query<{ id: number }>(
    'select id from class_sessions where batch_id = $1 order by starts_at limit 1',
    [school.batchId],
  )
  const join = async () =>
    (await school.shop.get(`/classes/${session.rows[0]?.id}/join/`, access)).json<{ state: string }>().state
  expect(await join()).toBe('payment_due')
  const pressed = await school.shop.post(`/classes/${session.rows[0]?.id}/join/`, undefined, access)
  expect(pressed.statusCode).toBe(409)
  expect(pressed.json()).toMatchObject({ code: 'payment_due' })
  await school.pay(access, await school.startPart(access, second?.id ?? 0))
  expect(await videos()).toMatchObject({ enrolled: true, payment_due: false })
  expect(await join()).toBe('open')
})

test('a student is reminded before, on and after the day [PAY-78]', async () => {
  const school = await schoolWithPlan()
  const { person } = await school.buyer()
  const sent: number[] = []
  for (let day = 0; day <= 40; day += 1) {
    await remind(school)
    await remind(school)
    if ((await mails(school, 'instalment-reminder')).length > sent.length) sent.push(day)
    await school.passDays(1)
  }
  expect(sent).toEqual([27, 30, 33, 37])
  const subjects = (await school.shop.mails(person.email)).map(({ subject }) => subject).toReversed()
  expect(subjects.flatMap((subject) => /(?:is|was) due (?:on|today)/.exec(subject)?.[0] ?? [])).toEqual([
    'is due on',
    'is due today',
    'was due on',
    'was due on',
  ])
})

test('only the student pays by the link of a reminder [PAY-78] [SEC-145]', async () => {
  const school = await schoolWithPlan()
  const student = await school.buyer()
  const [, second] = await school.parts(student.access)
  const secret = await remindedSecret(school, student.person.email)
  const part = {
    id: second?.id,
    batch_id: school.batchId,
    course_title: second?.course_title,
    number: 2,
    of: 3,
    amount_paise: 1_080_000,
    due_on: await school.desk.today(),
  }
  expect(await openLink(school, secret)).toMatchObject({ state: 'due', part })
  expect(await openLink(school, secret, student.access)).toMatchObject({ state: 'due', message: 'This part is yours.', part })
  const other = await signIn(school.shop)
  expect(await openLink(school, secret, other.access)).toEqual({
    state: 'foreign',
    message: 'This link is for somebody else.',
    part: null,
  })
  expect((await school.startPart(other.access, second?.id ?? 0)).statusCode).toBe(404)
  await school.pay(student.access, await school.startPart(student.access, second?.id ?? 0))
  expect(await openLink(school, secret)).toMatchObject({ state: 'paid', message: 'This part is paid.' })
})

test('a newer reminder takes the place of the link before [SEC-145]', async () => {
  const school = await schoolWithPlan()
  const student = await school.buyer()
  const first = await remindedSecret(school, student.person.email)
  await school.passDays(3)
  await remind(school)
  const second = secretIn((await school.shop.mails(student.person.email))[0]?.text)
  expect(second).not.toBe(first)
  expect((await school.shop.post('/payment/instalments/link/', { offer: first })).statusCode).toBe(404)
  expect(await openLink(school, second)).toMatchObject({ state: 'late' })
})

test('the link says when its part was moved, forgiven or ended [PAY-78]', async () => {
  const school = await schoolWithPlan()
  const student = await school.buyer()
  const secret = await remindedSecret(school, student.person.email)
  const [part] = (await list(school)).items
  const day = await school.desk.today(-10)
  await school.finance.call('POST', `instalments/${part?.id}/move/`, {
    version: part?.version,
    body: { due_on: day, reason: 'Agreed by phone.' },
  })
  const moved = await openLink(school, secret)
  expect(moved).toMatchObject({ state: 'moved', part: { due_on: day } })
  expect(moved.message).toMatch(/^The school has moved this part: it is due on \d/)
  await school.finance.call('POST', `instalments/${part?.id}/forgive/`, { body: { key: newKey(), reason: 'A hard year.' } })
  expect(await openLink(school, secret)).toMatchObject({ state: 'waived' })
  await school.passDays(30)
  await remind(school)
  const third = secretIn((await school.shop.mails(student.person.email))[0]?.text)
  const [first] = await history(school.desk, student.access)
  await refund(school.finance, first?.id ?? 0, {})
  await school.shop.sendRefunds()
  expect(await openLink(school, third, student.access)).toMatchObject({ state: 'ended' })
})

test('no row, line or list has the secret of a part [SEC-145]', async () => {
  const school = await schoolWithPlan()
  const student = await school.buyer()
  await school.passDays(30)
  await remind(school)
  // The mail still waits, so the dump has its sealed form.
  const dump = await everyRow(school.shop.db)
  const secret = secretIn((await school.shop.mails(student.person.email))[0]?.text)
  await openLink(school, secret, student.access)
  expect(dump.filter((row) => row.includes(secret))).toEqual([])
  const owner = await school.desk.clerk('owner')
  const audit = JSON.stringify((await owner.call('GET', 'audit/')).as<object>())
  for (const text of [audit, JSON.stringify(await list(school)), (await school.shop.get('/auth/export/', student.access)).body])
    expect(text).not.toContain(secret)
  school.shop.deps.log.error({ err: new Error(`GET /razarpayment/1?part=2&offer=${secret}`) }, 'a failure')
  expect(leaksOf(school.shop.logged)).toEqual([])
  for (const offer of ['', 'short', `${secret}A`, null])
    expect((await school.shop.post('/payment/instalments/link/', { offer })).statusCode).toBe(400)
})

test('a place ends when a part stays unpaid [PAY-78]', async () => {
  const school = await schoolWithPlan()
  await configureSite(school.shop, { instalment_end_days: 20 })
  const { access } = await school.buyer()
  await school.passDays(50)
  await remind(school)
  expect(await school.parts(access)).toHaveLength(3)
  await school.passDays(1)
  await remind(school)
  expect(await school.parts(access)).toEqual([])
  expect(await mails(school, 'instalment-lapsed')).toHaveLength(1)
  expect(await school.shop.ledger()).toMatchObject({ enrolments: 0, refunds: 0 })
  await school.desk.ledger()
})

test('a purchase without a plan sends no statement more [PAY-78]', async () => {
  const school = await schoolWithPlan()
  const student = await signIn(school.shop)
  const { access } = await signIn(school.shop)
  await school.choose(access)
  const plain = await countStatements(school.shop, () => school.shop.start(school.batchId, student.access))
  const inParts = await countStatements(school.shop, () => school.shop.start(school.batchId, access))
  expect(inParts).toBe(plain)
})
