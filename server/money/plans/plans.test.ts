import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PaymentChoice } from '#contract/money/choice.ts'
import type { Instalment } from '#contract/money/instalments.ts'
import { type PlanPart, splitPrice } from '#contract/money/plan-parts.ts'
import type { PaymentPlanRecord } from '#contract/money/staff/payment-plans.ts'
import { openDesk } from '#tests/school/desk.ts'
import { buy } from '#tests/school/sell-with-receipt.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { signIn } from '#tests/school/sign-in.ts'

/** A school with a course of ₹36,000 and who makes its plans. */
async function planningSchool() {
  const desk = await openDesk()
  const { shop } = desk
  const sold = await sellCourse(shop.db, { price: 3_600_000 })
  const finance = await desk.clerk('finance')
  const make = (parts: object[], given: object = {}) =>
    finance.call('POST', 'payment-plans/', { body: { course_id: sold.courseId, name: 'In rupees', parts, ...given } })
  const plan = async (parts: object[], given: object = {}) => {
    const made = await make(parts, given)
    expect(made.status, JSON.stringify(made.error)).toBe(201)
    return made.as<PaymentPlanRecord>()
  }
  const read = async (id: number) => (await finance.call('GET', `payment-plans/${id}/`)).as<PaymentPlanRecord>()
  const choose = async (access: string, planId: number, coupon: string | null = null) => {
    const answer = await shop.app.inject({
      method: 'PUT',
      url: '/api/payment/choice/',
      headers: { authorization: `Bearer ${access}` },
      payload: { batch_id: sold.batchId, plan: planId, coupon },
    })
    return { status: answer.statusCode, choice: answer.json<PaymentChoice>() }
  }
  const parts = async (access: string) => (await shop.get('/payment/instalments/', access)).json<{ items: Instalment[] }>().items
  const passDays = async (days: number) => {
    await shop.db.query(`update app_clock set "offset" = "offset" + make_interval(days => $1)`, [days])
    await shop.db.query(
      `update sessions set expires_at = app_now() + interval '1 day', idle_expires_at = app_now() + interval '1 day'`,
    )
  }
  /** Grants a student a price of their own. */
  const grant = (studentId: number, paise: number) =>
    shop.db.query(
      `insert into scholarships (student_id, batch_id, price_paise, reason, valid_until, state, granted_at)
       values ($1, $2, $3, 'A hard year.', current_date + 100, 'active', app_now())`,
      [studentId, sold.batchId, paise],
    )
  return { desk, shop, ...sold, finance, make, plan, read, choose, parts, passDays, grant }
}

test('a plan in rupees on dates is chosen, paid and owed [PAY-78]', async () => {
  const { desk, shop, batchId, plan, choose, parts } = await planningSchool()
  const [first, second] = [await desk.today(-40), await desk.today(-80)]
  const made = await plan([{ paise: 1_000_000, days: 0 }, { paise: 1_500_000, due_on: first }, { due_on: second }])
  expect(made).toMatchObject({
    price_paise: 3_600_000,
    not_offered: null,
    parts: [{ paise: 1_000_000, days: 0 }, {}, { due_on: second }],
  })
  const student = await signIn(shop)
  const { choice } = await choose(student.access, made.id)
  expect(choice).toMatchObject({ total_paise: 3_600_000, today_paise: 1_000_000 })
  expect(choice.parts).toEqual([
    { number: 1, paise: 1_000_000, due_on: await desk.today() },
    { number: 2, paise: 1_500_000, due_on: first },
    { number: 3, paise: 1_100_000, due_on: second },
  ])
  await buy(shop, batchId, student)
  expect((await parts(student.access)).map(({ amount_paise, due_on, state }) => [amount_paise, due_on, state])).toEqual([
    [1_000_000, await desk.today(), 'paid'],
    [1_500_000, first, 'due'],
    [1_100_000, second, 'due'],
  ])
  await desk.ledger()
})

test('a lower price makes the last part smaller [PAY-78]', async () => {
  const { shop, batchId, plan, choose, grant } = await planningSchool()
  const { id } = await plan([
    { paise: 1_000_000, days: 0 },
    { paise: 1_500_000, days: 30 },
    { paise: 1_100_000, days: 60 },
  ])
  const [some, none] = [await signIn(shop), await signIn(shop)]
  await grant(some.user.id, 2_500_100)
  await grant(none.user.id, 2_500_099)
  expect((await choose(some.access, id)).choice.parts.map(({ paise }) => paise)).toEqual([1_000_000, 1_500_000, 100])
  expect((await choose(none.access, id)).status).toBe(400)
  const offered = (await shop.get(`/payment/choice/${batchId}/`, none.access)).json<PaymentChoice>()
  expect([offered.plans, offered.total_paise]).toEqual([[], 2_500_099])
})

test('an order follows the price although its first part stays [PAY-78]', async () => {
  const { desk, shop, batchId, plan, choose, parts, grant } = await planningSchool()
  const { id } = await plan([{ paise: 1_000_000, days: 0 }, { days: 30 }])
  const student = await signIn(shop)
  await choose(student.access, id)
  const before = await shop.start(batchId, student.access)
  expect((await shop.start(batchId, student.access)).order_id).toBe(before.order_id)
  await grant(student.user.id, 3_000_000)
  const after = await shop.start(batchId, student.access)
  expect([after.amount, before.amount]).toEqual([10_000, 10_000])
  expect(after.order_id).not.toBe(before.order_id)
  await buy(shop, batchId, student)
  expect((await parts(student.access)).map(({ amount_paise }) => amount_paise)).toEqual([1_000_000, 2_000_000])
  await desk.ledger()
})

test('a day that has passed ends the offer [PAY-78]', async () => {
  const { desk, shop, batchId, plan, read, choose, parts, passDays } = await planningSchool()
  const day = await desk.today(-2)
  const { id } = await plan([
    { percent: 40, days: 0 },
    { percent: 60, due_on: day },
  ])
  const [early, late] = [await signIn(shop), await signIn(shop)]
  expect((await choose(early.access, id)).status).toBe(200)
  const { order_id: orderId } = await shop.start(batchId, early.access)
  await passDays(1)
  expect((await read(id)).not_offered).toBeNull()
  await passDays(2)
  expect((await read(id)).not_offered).toBe('date_passed')
  expect((await choose(late.access, id)).status).toBe(400)
  // An order of before is honoured: its part is due on the day of the payment.
  const triple = await shop.pay(orderId)
  expect((await shop.post(`/payment/payment-verify/${batchId}/`, triple, early.access)).statusCode).toBe(200)
  expect((await parts(early.access))[1]).toMatchObject({ due_on: await desk.today(), state: 'due' })
})

test('parts after days and on a day keep their order [PAY-78]', async () => {
  const { desk, plan, read, passDays, shop, choose } = await planningSchool()
  const { id } = await plan([
    { percent: 40, days: 0 },
    { percent: 30, days: 10 },
    { percent: 30, due_on: await desk.today(-11) },
  ])
  const { access } = await signIn(shop)
  expect((await choose(access, id)).status).toBe(200)
  await passDays(1)
  expect((await read(id)).not_offered).toBe('dates_out_of_order')
  expect((await choose(access, id)).status).toBe(400)
})

test('a plan that never fits is refused when it is made [PAY-78]', async () => {
  const { desk, make } = await planningSchool()
  const refused = async (parts: object[], given?: object) => {
    const answer = await make(parts, given)
    expect(answer.status).toBe(400)
    return (answer.error['parts'] as string[])[0]
  }
  const first = { paise: 1_000_000, days: 0 }
  expect(await refused([first, { due_on: await desk.today() }])).toContain('after today')
  expect(await refused([first, { due_on: await desk.today(-731) }])).toContain('within 730 days')
  expect(await refused([first, { paise: 1_000_000, days: 30 }])).toBe(
    'The parts add up to ₹20,000.00, and everybody pays ₹36,000.00. Without an amount the last part takes what is left.',
  )
  expect(await refused([first, { percent: 60, days: 30 }])).toContain('takes what is left')
  expect((await make([first, { paise: 2_650_000, days: 30 }], { fee_paise: 50_000 })).status).toBe(201)
})

test('the database finds the same obstacles as a purchase [PAY-78]', async () => {
  const { desk, shop } = await planningSchool()
  const day = await desk.today()
  const dayIn = (days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
  const due = fc.oneof(
    fc.integer({ min: 1, max: 60 }).map((days) => ({ days })),
    fc.integer({ min: -2, max: 60 }).map((days) => ({ due_on: dayIn(days) })),
  )
  const amount = fc.oneof(
    fc.integer({ min: 1, max: 60 }).map((percent) => ({ percent })),
    fc.integer({ min: 100, max: 30_000 }).map((paise) => ({ paise })),
  )
  const plan = fc
    .record({ first: amount, middle: fc.array(fc.tuple(amount, due), { maxLength: 4 }), last: due })
    .map(({ first, middle, last }): PlanPart[] => [
      { ...first, days: 0 },
      ...middle.map(([paid, on]) => ({ ...paid, ...on })),
      last,
    ])
  const cases = fc.sample(fc.tuple(plan, fc.integer({ min: 100, max: 40_000 })), { numRuns: 500, seed: 199 })
  const { rows } = await shop.db.query<{ obstacle: string | null }>(
    `select plan_obstacle(c -> 0, (c ->> 1)::bigint) as obstacle from jsonb_array_elements($1::jsonb) with ordinality x (c, n) order by n`,
    [JSON.stringify(cases)],
  )
  const expected = cases
    .map(([parts, total]) => splitPrice(total, parts, day))
    .map((split) => (typeof split === 'string' ? split : null))
  expect(rows.map(({ obstacle }) => obstacle)).toEqual(expected)
  expect(new Set(expected)).toEqual(new Set([null, 'date_passed', 'dates_out_of_order', 'price_too_small']))
})
