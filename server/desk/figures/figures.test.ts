import { expect, test } from 'vitest'
import type { EnrolmentRecord } from '#contract/enrolment/staff/enrolments.ts'
import type { Figures, FiguresAnswer } from '#contract/desk/staff/figures.ts'
import { cancelBatch } from '#tests/school/change-batch.ts'
import { createPayingShop, type PayingShop } from '#tests/school/create-paying-shop.ts'
import { createTestApp, type TestApp } from '#tests/school/create-test-app.ts'
import { addBatch, sellCourse } from '#tests/school/sell-course.ts'
import { buy } from '#tests/school/sell-with-receipt.ts'
import { newPerson, signIn } from '#tests/school/sign-in.ts'
import { addStaff } from '#tests/school/staff.ts'
import { staffClient } from '#tests/school/staff-client.ts'
import { operator, system } from '#server/platform/auth/principal.ts'
import { requestRefund } from '#server/money/refunds/queue-refund.ts'
import { ledgerBalances, readLedger } from '#server/money/settlement/read-ledger.ts'
import { recordDispute } from '#server/money/settlement/record-dispute.ts'

const read = async (shop: TestApp, query = '') => {
  const answer = await staffClient(shop, 'finance')('GET', `figures/${query}`)
  expect(answer.status, JSON.stringify(answer.error)).toBe(200)
  return answer.as<FiguresAnswer>()
}
const amountsOf = ({
  revenue_paise,
  refunds_paise,
  lost_paise,
  net_paise,
  enrolments,
}: Omit<Figures, 'seats' | 'seats_taken' | 'leads' | 'leads_enrolled'>) => ({
  revenue_paise,
  refunds_paise,
  lost_paise,
  net_paise,
  enrolments,
})
const sum = (parts: readonly Parameters<typeof amountsOf>[0][]) =>
  parts.map(amountsOf).reduce((all, one) => ({
    revenue_paise: all.revenue_paise + one.revenue_paise,
    refunds_paise: all.refunds_paise + one.refunds_paise,
    lost_paise: all.lost_paise + one.lost_paise,
    net_paise: all.net_paise + one.net_paise,
    enrolments: all.enrolments + one.enrolments,
  }))

/** Random numbers from 0 to 1 that a seed repeats. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

/** Sales, refunds, disputes, moves and offline payments over some months, in an order that the seed decides. */
async function doBusiness(shop: PayingShop, seed: number): Promise<void> {
  const random = randomOf(seed)
  const pick = <One>(from: readonly One[]): One | undefined => from[Math.floor(random() * from.length)]
  const courses = await Promise.all(
    [149_999, 4_150_000, 99_901].map((price) => sellCourse(shop.db, { price, startsIn: '300 days' })),
  )
  const batches = await Promise.all(
    courses.map(async ({ courseId, batchId }) => [batchId, await addBatch(shop.db, courseId, { startsIn: '320 days' })]),
  )
  const call = staffClient(shop, 'owner', await addStaff(shop, 'owner'))
  const payments = async () =>
    (
      await shop.db.query<{ id: number; provider_payment_id: string; amount_paise: number; refundable_paise: number }>(
        `select p.id::int, p.provider_payment_id, p.amount_paise::int, b.refundable_paise::int
       from payments p join payment_balances b on b.payment_id = p.id where p.disposition = 'enrolled' order by p.id`,
      )
    ).rows
  for (let step = 0; step < 16; step += 1) {
    const act = random()
    const [payment] = [pick(await payments())]
    if (act < 0.4 || !payment) await buy(shop, pick(batches.flat()) ?? 0)
    else if (act < 0.7) {
      const whole = random() < 0.3
      const part = 100 + Math.floor(random() * Math.max(1, payment.refundable_paise - 100))
      await requestRefund(shop.deps, operator, {
        paymentId: payment.id,
        amountPaise: whole || part > payment.refundable_paise ? null : part,
        reason: 'A part was not held',
        keepsAccess: random() < 0.5,
      }).catch((error: Error) => expect(error.message).toMatch(/refund/))
      await shop.sendRefunds()
    } else if (act < 0.8) {
      const lost = random() < 0.7
      await recordDispute(
        shop.deps,
        {
          id: `disp_${seed}_${step}`,
          paymentId: payment.provider_payment_id,
          amount: payment.amount_paise,
          amountDeducted: lost ? payment.amount_paise : 0,
          status: lost ? 'lost' : 'won',
          phase: null,
          reasonCode: null,
          respondBy: null,
        },
        null,
      )
    } else {
      const [one] = (await call('GET', 'enrolments/?state=active&source=online')).as<{ items: EnrolmentRecord[] }>().items
      const to = batches.find((pair) => pair.includes(one?.batch_id ?? 0))?.find((id) => id !== one?.batch_id)
      if (one && to !== undefined) {
        await call('POST', `enrolments/${one.id}/transfer/`, { body: { to_batch: to, reason: 'Asked' }, version: one.version })
      }
    }
    await shop.passTime(`${Math.floor(random() * 25)} days`)
  }
  // An order that was paid outside of checkout has its own provider.
  await shop.db.query(`update payment_orders set provider = 'offline' where id % 3 = 0`)
  await shop.db.query(
    `insert into enrolments (user_id, batch_id, created_at)
     select u.id, $1, app_now() from users u where not exists (select from enrolments e where e.user_id = u.id and e.batch_id = $1) limit 2`,
    [batches[0]?.[0]],
  )
}

test.each([3, 11, 29])('the sums are those of the ledger, seed %d', { timeout: 60_000 }, async (seed) => {
  const shop = await createPayingShop()
  await shop.db.query(`create or replace function stay() returns trigger language plpgsql as
    'begin new.idle_expires_at := ''infinity''; new.expires_at := ''infinity''; return new; end'`)
  await shop.db.query('create trigger stay before insert on sessions for each row execute function stay()')
  await doBusiness(shop, seed)
  const ledger = await readLedger(shop.deps, system)
  expect(ledger.captured).toBeGreaterThan(3)
  expect(ledger.refunded_paise).toBeGreaterThan(0)
  expect(ledgerBalances(ledger)).toBe(true)
  const all = await read(shop, '?from=2024-01&to=2032-12')
  expect(all.total).toMatchObject({
    revenue_paise: ledger.captured_paise,
    refunds_paise: ledger.refunded_paise,
    lost_paise: ledger.lost_paise,
    net_paise: ledger.captured_paise - ledger.refunded_paise - ledger.lost_paise,
  })
  for (const parts of [all.months, all.courses, all.sources]) expect(sum(parts)).toEqual(amountsOf(all.total))
  expect(all.months.filter(({ revenue_paise }) => revenue_paise > 0).length).toBeGreaterThan(1)
  expect(all.sources.find(({ source }) => source === 'offline')?.revenue_paise).toBeGreaterThan(0)
  // Course by course and source by source, from the rows themselves.
  const { rows } = await shop.db.query<{ course_id: number; offline: boolean; captured: number; refunded: number }>(
    `select b.course_id, o.provider = 'offline' as offline, sum(p.amount_paise)::int as captured,
       sum((select coalesce(sum(amount_paise), 0) from refunds r where r.payment_id = p.id and r.status = 'processed'))::int as refunded
     from payments p join payment_orders o on o.id = p.order_id join batches b on b.id = o.batch_id
     where p.status in ('captured', 'refunded') group by 1, 2`,
  )
  for (const { course_id, revenue_paise, refunds_paise } of all.courses) {
    const own = rows.filter((row) => row.course_id === course_id)
    expect(revenue_paise).toBe(own.reduce((total, { captured }) => total + captured, 0))
    expect(refunds_paise).toBe(own.reduce((total, { refunded }) => total + refunded, 0))
  }
  for (const { source, revenue_paise, refunds_paise } of all.sources) {
    const own = rows.filter(({ offline }) => source !== 'hand' && offline === (source === 'offline'))
    expect(revenue_paise).toBe(own.reduce((total, { captured }) => total + captured, 0))
    expect(refunds_paise).toBe(own.reduce((total, { refunded }) => total + refunded, 0))
  }
  // Two ranges beside each other add up to both.
  const [, middle = all.months[0]] = all.months.filter(({ revenue_paise }) => revenue_paise > 0)
  const [before, after] = await Promise.all([
    read(shop, `?from=2024-01&to=${middle?.month}`),
    read(shop, `?from=${next(middle?.month ?? '')}&to=2032-12`),
  ])
  expect(sum([before.total, after.total])).toEqual(amountsOf(all.total))
})

const next = (month: string) => new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 1)).toISOString().slice(0, 7)

/** A captured payment at a time, and its refund at another. */
async function sellAt(shop: TestApp, at: string, amount: number, refundedAt?: string): Promise<void> {
  const { batchId } = await sellCourse(shop.db)
  await shop.db.query(
    `with who as (insert into users (email, full_name) values (gen_random_uuid() || '@example.com', 'Asha Patil') returning id),
       sale as (
         insert into payment_orders (user_id, batch_id, amount_paise, currency, course_title, price_paise, discounts, provider, key_id,
           receipt, provider_order_id, status, hold_until, created_at, claimed_at)
         select id, $1, $3, 'INR', 'Testing', $3, '[]', 'razorpay', 'key', left(gen_random_uuid()::text, 30), gen_random_uuid(), 'paid', $2, $2, $2
         from who returning id),
       paid as (
         insert into payments (provider_payment_id, order_id, amount_paise, currency, status, disposition, created_at, captured_at)
         select gen_random_uuid(), id, $3, 'INR', 'captured', 'enrolled', $2, $2 from sale returning id)
     insert into refunds (payment_id, amount_paise, idempotency_key, status, reason, actor_kind, ends_access, created_at, settled_at)
     select id, $3, gen_random_uuid(), 'processed', 'Asked', 'operator', false, $4, $4 from paid where $4::timestamptz is not null`,
    [batchId, at, amount, refundedAt ?? null],
  )
}

test('a month begins at midnight in India', async () => {
  const shop = await createTestApp()
  await sellAt(shop, '2026-03-31T23:59:59.999+05:30', 10_000)
  await sellAt(shop, '2026-04-01T00:00:00+05:30', 200)
  await sellAt(shop, '2026-04-30T18:29:59Z', 4_000, '2026-04-30T18:30:00Z')
  const { months, total } = await read(shop, '?from=2026-03&to=2026-05')
  expect(months.map(({ month, revenue_paise, refunds_paise }) => [month, revenue_paise, refunds_paise])).toEqual([
    ['2026-03', 10_000, 0],
    ['2026-04', 4_200, 0],
    ['2026-05', 0, 4_000],
  ])
  expect(total.net_paise).toBe(10_200)
  expect((await read(shop, '?from=2026-04&to=2026-04')).total.revenue_paise).toBe(4_200)
})

test('the usual range is this financial year in India', async () => {
  const shop = await createTestApp()
  const { rows } = await shop.db.query<{ now: Date }>('select now()')
  const to = async (instant: string) =>
    shop.passTime(`${Math.round((Date.parse(instant) - (rows[0]?.now.getTime() ?? 0)) / 1000)} seconds`)
  await to('2030-03-31T18:29:00Z')
  const year = await read(shop)
  expect([year.from, year.to, year.months.length]).toEqual(['2029-04', '2030-03', 12])
  await shop.passTime('2 minutes')
  expect((await read(shop)).from).toBe('2030-04')
  expect((await read(shop, '?range=previous_financial_year')).from).toBe('2029-04')
  const twelve = await read(shop, '?range=last_12_months')
  expect([twelve.from, twelve.to]).toEqual(['2029-05', '2030-04'])
})

test('seats and leads count what their definitions say', async () => {
  const shop = await createTestApp()
  const { batchId, courseId } = await sellCourse(shop.db, { capacity: 10 })
  await addBatch(shop.db, courseId, {})
  await cancelBatch(shop, await addBatch(shop.db, courseId, { capacity: 7, startsIn: '20 days' }))
  const asha = newPerson()
  const enquire = (email: string, course_name: string) =>
    shop.post('/course-enquiry/', { name: 'Asha Patil', email, phone: '9876543210', course_name })
  await enquire(asha.email, 'testing in practice')
  await enquire('other@example.com', 'Something else')
  await enquire('spam@example.com', 'Spam')
  await shop.db.query(
    `update leads l set closed_at = app_now(), outcome = 'spam' from enquiries e where e.id = l.enquiry_id and e.email = 'spam@example.com'`,
  )
  await signIn(shop, asha)
  await shop.db.query(
    `insert into enrolments (user_id, batch_id, created_at) select id, $2, app_now() from users where email = $1`,
    [asha.email, batchId],
  )
  const { total, courses, lead_kinds, sources } = await read(shop, '?from=2026-01&to=2035-12')
  expect(total).toMatchObject({ enrolments: 1, seats: 10, seats_taken: 1, leads: 2, leads_enrolled: 1, revenue_paise: 0 })
  expect(courses.find(({ course_id }) => course_id === courseId)).toMatchObject({ leads: 1, leads_enrolled: 1, seats: 10 })
  expect(courses.find(({ course_id }) => course_id === null)).toMatchObject({
    title: 'No course of ours',
    leads: 1,
    leads_enrolled: 0,
  })
  expect(lead_kinds.find(({ kind }) => kind === 'callback')).toEqual({ kind: 'callback', leads: 2, leads_enrolled: 1 })
  expect(sources.find(({ source }) => source === 'hand')?.enrolments).toBe(1)
})

test('a checkout that was left counts for its course', async () => {
  const shop = await createTestApp()
  await sellAt(shop, '2026-04-10T12:00:00Z', 10_000)
  await shop.db.query(`insert into leads (kind, order_id, received_at) select 'checkout', id, created_at from payment_orders`)
  const before = await read(shop, '?from=2026-04&to=2026-04')
  expect(before.lead_kinds.find(({ kind }) => kind === 'checkout')).toEqual({ kind: 'checkout', leads: 1, leads_enrolled: 0 })
  expect(before.courses).toMatchObject([{ leads: 1, revenue_paise: 10_000 }])
  await shop.db.query(
    `insert into enrolments (user_id, batch_id, created_at) select user_id, batch_id, created_at from payment_orders`,
  )
  expect((await read(shop, '?from=2026-04&to=2026-04')).total).toMatchObject({ leads: 1, leads_enrolled: 1, enrolments: 1 })
})

test('the export has the same sums in rupees and no formula', async () => {
  const shop = await createTestApp()
  await sellAt(shop, '2026-04-10T12:00:00Z', 149_999, '2026-05-10T12:00:00Z')
  await shop.db.query(`update courses set title = '=cmd|calc'`)
  const csv = async (by: string) => {
    const answer = await shop.app.inject({
      method: 'GET',
      url: `/api/staff/figures/export/?from=2026-04&to=2026-05&by=${by}`,
      headers: { ...shop.asStaff('finance') },
    })
    expect(answer.headers['content-disposition']).toContain(`figures-by-${by}-2026-04-to-2026-05.csv`)
    return answer.body.replace('\ufeff', '').trim().split('\r\n')
  }
  const months = await csv('month')
  expect(months[0]).toBe('month,revenue,refunds,lost_in_disputes,net,enrolments,seats,seats_taken,leads,leads_enrolled')
  expect(months.slice(1).map((line) => line.split(',').slice(0, 5).join())).toEqual([
    '2026-04,1499.99,0.00,0.00,1499.99',
    '2026-05,0.00,1499.99,0.00,-1499.99',
    'Total,1499.99,1499.99,0.00,0.00',
  ])
  expect((await csv('course'))[1]).toMatch(/^"'=cmd\|calc",1499\.99/)
  expect((await csv('source'))[0]).toBe('source,revenue,refunds,lost_in_disputes,net,enrolments')
  expect((await csv('lead_kind'))[0]).toBe('lead_kind,leads,leads_enrolled')
})

test.each([
  '?from=2026-04',
  '?to=2026-04',
  '?from=2026-05&to=2026-04',
  '?from=2026-13&to=2027-01',
  '?from=2000-01&to=2099-12',
  '?range=month',
  '?range=last_12_months&from=2026-04&to=2026-05',
  '?from=2026-04&from=2026-05&to=2026-06',
  '?by=month',
])('refuses the range %s', async (query) => {
  const shop = await createTestApp()
  expect((await staffClient(shop, 'finance')('GET', `figures/${query}`)).status).toBe(400)
})

test.each(['content', 'support', 'instructor'] as const)('the role %s sees no figures', async (role) => {
  const shop = await createTestApp()
  const call = staffClient(shop, role)
  expect((await call('GET', 'figures/')).status).toBe(403)
  expect((await call('GET', 'figures/export/')).status).toBe(403)
})

test('courses beyond the first hundred are one line', async () => {
  const shop = await createTestApp()
  for (let course = 0; course < 103; course += 1) await sellCourse(shop.db, { capacity: 10, startsIn: '20 days', class_count: 1 })
  const month = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 7)
  const { courses, other_courses: others, total } = await read(shop, `?from=${month(0)}&to=${month(40)}`)
  expect([courses.length, others, total.seats]).toEqual([100, expect.objectContaining({ count: 3, seats: 30 }), 1030])
})
