import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import type { StaffLedger } from '#contract/money/staff/review.ts'
import type { Today } from '#contract/desk/staff/today.ts'
import { createTestApp, type TestApp } from '#tests/school/create-test-app.ts'
import { figuresOfRows } from '#tests/school/figures-of-rows.ts'
import { createDatabase } from '#tests/postgres/database.ts'
import { addBatch, sellCourse } from '#tests/school/sell-course.ts'
import { staffClient } from '#tests/school/staff-client.ts'
import { system } from '#server/platform/auth/principal.ts'
import { connect } from '#server/platform/db/connect.ts'
import { exportDatabase } from '#server/platform/db/export.ts'
import { importDatabase } from '#server/platform/db/import.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { readLedger } from '#server/money/settlement/read-ledger.ts'
import { checkFigures } from './check-figures.ts'
import { foldChanges } from './fold-changes.ts'
import { readAllFigures } from './read-figures.ts'

const owner = { kind: 'staff', id: 1, roles: ['owner'], sessionId: '', recentFactor: 'totp' } as const
/** Around the ends of months and of the financial year in India, and of months in UTC. */
const times = [
  '2026-03-31T18:29:59.999999Z',
  '2026-03-31T18:30:00Z',
  '2026-03-31T23:59:59Z',
  '2026-04-01T00:00:00Z',
  '2026-04-30T18:30:00Z',
  '2026-12-31T18:29:59Z',
  '2026-12-31T18:30:00Z',
  '2027-02-28T18:30:00Z',
  '2027-03-31T18:29:59Z',
  '2027-03-31T18:30:00Z',
] as const

type Act =
  | { do: 'sell'; batch: number; at: string; offline: boolean; paise: number }
  | { do: 'give a place'; batch: number; at: string }
  | { do: 'refund'; payment: number; at: string; paise: number; processed: boolean }
  | { do: 'settle refund'; refund: number; at: string; status: 'processed' | 'failed' }
  | { do: 'dispute'; payment: number; at: string; paise: number; status: 'lost' | 'won' }
  | { do: 'change payment'; payment: number; at: string; paise: number; status: 'captured' | 'refunded' | 'failed' }
  | { do: 'move enrolment'; enrolment: number; batch: number }
  | { do: 'remove enrolment'; enrolment: number }
  | { do: 'end enrolment'; enrolment: number }
  | { do: 'change provider'; order: number; offline: boolean }
  | { do: 'move batch'; batch: number; course: number }
  | { do: 'fold' }

const pick = fc.nat(20)
const at = fc.constantFrom(...times)
const paise = fc.integer({ min: 100, max: 5_000_000 })
const offline = fc.boolean()
const acts = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ do: fc.constant('sell' as const), batch: pick, at, offline, paise }) },
    fc.record({ do: fc.constant('give a place' as const), batch: pick, at }),
    {
      weight: 3,
      arbitrary: fc.record({ do: fc.constant('refund' as const), payment: pick, at, paise, processed: fc.boolean() }),
    },
    fc.record({
      do: fc.constant('settle refund' as const),
      refund: pick,
      at,
      status: fc.constantFrom('processed' as const, 'failed' as const),
    }),
    fc.record({
      do: fc.constant('dispute' as const),
      payment: pick,
      at,
      paise,
      status: fc.constantFrom('lost' as const, 'won' as const),
    }),
    fc.record({
      do: fc.constant('change payment' as const),
      payment: pick,
      at,
      paise,
      status: fc.constantFrom('captured' as const, 'refunded' as const, 'failed' as const),
    }),
    fc.record({ do: fc.constant('move enrolment' as const), enrolment: pick, batch: pick }),
    fc.record({ do: fc.constant('remove enrolment' as const), enrolment: pick }),
    fc.record({ do: fc.constant('end enrolment' as const), enrolment: pick }),
    fc.record({ do: fc.constant('change provider' as const), order: pick, offline }),
    fc.record({ do: fc.constant('move batch' as const), batch: pick, course: pick }),
    fc.record({ do: fc.constant('fold' as const) }),
  ),
  { minLength: 12, maxLength: 30 },
)

/** The row of a table with this number, counted around. */
const rowOf = (table: string, number: string) =>
  `(select id from ${table} order by id offset ${number}::int % greatest(1, (select count(*)::int from ${table})) limit 1)`

async function perform(shop: TestApp, act: Act): Promise<void> {
  const { db } = shop
  switch (act.do) {
    case 'sell':
      await sell(db, act)
      return
    case 'give a place':
      await db.query(
        `with who as (insert into users (email, full_name) values (gen_random_uuid() || '@example.com', 'Asha Patil') returning id)
         insert into enrolments (user_id, batch_id, created_at) select id, ${rowOf('batches', '$1')}, $2 from who`,
        [act.batch, act.at],
      )
      return
    case 'refund':
      await db.query(
        `insert into refunds (payment_id, amount_paise, idempotency_key, status, reason, actor_kind, ends_access, created_at, settled_at)
         select id, least($2::bigint, amount_paise), gen_random_uuid(), case when $4 then 'processed' else 'queued' end, 'Asked', 'operator', false, $3,
           case when $4 then $3::timestamptz end
         from payments where id = ${rowOf('payments', '$1')} and status in ('captured', 'refunded')
           and not exists (select from refunds r where r.payment_id = payments.id)`,
        [act.payment, act.paise, act.at, act.processed],
      )
      return
    case 'settle refund':
      await db.query(`update refunds set status = $2, settled_at = $3 where id = ${rowOf('refunds', '$1')}`, [
        act.refund,
        act.status,
        act.at,
      ])
      return
    case 'dispute':
      await db.query(
        `insert into disputes (provider_dispute_id, payment_id, amount_paise, amount_deducted_paise, status, reported_at, created_at, updated_at)
         select gen_random_uuid(), id, amount_paise, case when $4 = 'lost' then $2::bigint else 0 end, $4, $3, $3, $3
         from payments where id = ${rowOf('payments', '$1')}`,
        [act.payment, act.paise, act.at, act.status],
      )
      return
    case 'change payment':
      await db.query(
        `update payments set status = $4, amount_paise = case when exists (select from refunds r where r.payment_id = payments.id) then amount_paise else $2 end,
           captured_at = $3, disposition = 'pending' where id = ${rowOf('payments', '$1')}`,
        [act.payment, act.paise, act.at, act.status],
      )
      return
    case 'move enrolment':
      await db.query(
        `update enrolments set batch_id = ${rowOf('batches', '$2')}, moved_at = app_now() where id = ${rowOf('enrolments', '$1')} and ended_at is null`,
        [act.enrolment, act.batch],
      )
      return
    case 'remove enrolment':
      await db.query(`delete from enrolments where id = ${rowOf('enrolments', '$1')}`, [act.enrolment])
      return
    case 'end enrolment':
      await db.query(`update enrolments set ended_at = app_now() where id = ${rowOf('enrolments', '$1')}`, [act.enrolment])
      return
    case 'change provider':
      await db.query(
        `update payment_orders set provider = case when $2 then 'offline' else 'razorpay' end where id = ${rowOf('payment_orders', '$1')}`,
        [act.order, act.offline],
      )
      return
    case 'move batch':
      await db.query(`update batches set course_id = ${rowOf('courses', '$2')} where id = ${rowOf('batches', '$1')}`, [
        act.batch,
        act.course,
      ])
      return
    case 'fold':
      await foldChanges(shop.deps, system)
  }
}

/** A sale with its enrolment, captured at a time. */
async function sell(
  db: pg.Pool | pg.PoolClient,
  given: { batch: number; at: string; offline?: boolean; paise: number },
): Promise<void> {
  await db.query(
    `with who as (insert into users (email, full_name) values (gen_random_uuid() || '@example.com', 'Asha Patil') returning id),
       sale as (
         insert into payment_orders (user_id, batch_id, amount_paise, currency, course_title, price_paise, discounts, provider, key_id,
           receipt, provider_order_id, status, hold_until, created_at, claimed_at)
         select id, ${rowOf('batches', '$1')}, $3, 'INR', 'Testing', $3, '[]', case when $4 then 'offline' else 'razorpay' end, 'key',
           left(gen_random_uuid()::text, 30), gen_random_uuid(), 'paid', $2, $2, $2
         from who returning id, user_id, batch_id),
       paid as (
         insert into payments (provider_payment_id, order_id, amount_paise, currency, status, disposition, created_at, captured_at)
         select gen_random_uuid(), id, $3, 'INR', 'captured', 'enrolled', $2, $2 from sale returning id)
     insert into enrolments (user_id, batch_id, payment_id, created_at) select s.user_id, s.batch_id, p.id, $2 from sale s, paid p`,
    [given.batch, given.at, given.paise, given.offline ?? false],
  )
}

type School = Pick<TestApp, 'db'>
const read = ({ db }: School, from: string, to: string) => readAllFigures({ db }, owner, { query: { from, to } })
const ranges = [
  ['2026-01', '2027-12'],
  ['2026-04', '2027-03'],
  ['2026-03', '2026-03'],
  ['2026-04', '2026-04'],
  ['2027-01', '2027-04'],
] as const

async function expectFiguresOfRows(shop: School): Promise<void> {
  for (const [from, to] of ranges) {
    expect(JSON.stringify(await read(shop, from, to))).toBe(JSON.stringify(await figuresOfRows(shop.db, from, to)))
  }
}

/** Two courses with two batches each. */
async function openCourses(shop: School): Promise<void> {
  for (let course = 0; course < 2; course += 1) {
    const { courseId } = await sellCourse(shop.db, { startsIn: '300 days', capacity: 20 })
    await addBatch(shop.db, courseId, { startsIn: '320 days' })
  }
}

test('after any changes the figures are those of the rows', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(acts, async (all) => {
      const shop = await createTestApp()
      await openCourses(shop)
      for (const act of all) await perform(shop, act)
      await expectFiguresOfRows(shop)
      expect(await checkFigures(shop.deps, system)).toEqual([])
    }),
    { numRuns: 8 },
  )
})

/** What Today says at the end of a month in India. @param month such as 2026-04 */
async function moneyToday(shop: TestApp, month: string): Promise<NonNullable<Today['money']>> {
  await shop.db.query(
    `update app_clock set "offset" = ($1::date + interval '1 month - 1 second') at time zone 'Asia/Kolkata' - now()`,
    [`${month}-01`],
  )
  const { money } = (await staffClient(shop, 'owner')('GET', 'today/')).as<Today>()
  if (!money) throw new Error('The owner reads no money')
  return money
}

test('ledger, figures and Today count the same payments', async () => {
  await fc.assert(
    fc.asyncProperty(acts, async (all) => {
      const shop = await createTestApp()
      await openCourses(shop)
      for (const act of all) await perform(shop, act)
      const { total, months } = await read(shop, '2026-01', '2028-12')
      const { captured_paise: captured, refunded_paise: refunded } = await readLedger(shop.deps, system)
      expect([total.revenue_paise, total.refunds_paise]).toEqual([captured, refunded])
      // Today sums from the first of its month on.
      let [revenue, refunds] = [0, 0]
      for (const { month, revenue_paise, refunds_paise } of months.toReversed()) {
        if (revenue_paise === 0 && refunds_paise === 0) continue
        revenue += revenue_paise
        refunds += refunds_paise
        expect(await moneyToday(shop, month)).toMatchObject({ month_paise: revenue, refunded_month_paise: refunds })
      }
    }),
    { numRuns: 4 },
  )
})

test('sales at once all count, also while changes are folded', async () => {
  const shop = await createTestApp()
  await openCourses(shop)
  const sale = { batch: 0, at: '2026-04-10T12:00:00Z', paise: 10_000 }
  await Promise.all(
    Array.from({ length: 40 }, (_, number) => (number % 8 === 7 ? foldChanges(shop.deps, system) : sell(shop.db, sale))),
  )
  expect((await read(shop, '2026-04', '2026-04')).total).toMatchObject({ revenue_paise: 350_000, enrolments: 35 })
  await foldChanges(shop.deps, system)
  expect((await shop.db.query('select from figure_changes')).rowCount).toBe(0)
  expect((await read(shop, '2026-04', '2026-04')).total).toMatchObject({ revenue_paise: 350_000, enrolments: 35 })
})

test('a sale waits for no other sale of its course', async () => {
  const shop = await createTestApp()
  await openCourses(shop)
  await sell(shop.db, { batch: 0, at: '2026-04-10T12:00:00Z', paise: 10_000 })
  await foldChanges(shop.deps, system)
  const [one, other] = [await shop.db.connect(), await shop.db.connect()]
  for (const client of [one, other]) await client.query(`begin; set local lock_timeout = '1s'`)
  await sell(one, { batch: 0, at: '2026-04-10T12:00:00Z', paise: 20_000 })
  await sell(other, { batch: 0, at: '2026-04-10T12:00:00Z', paise: 40_000 })
  await other.query('commit')
  // The fold leaves what is not committed.
  await foldChanges(shop.deps, system)
  expect((await read(shop, '2026-04', '2026-04')).total.revenue_paise).toBe(50_000)
  await one.query('rollback')
  for (const client of [one, other]) client.release()
  expect((await read(shop, '2026-04', '2026-04')).total.revenue_paise).toBe(50_000)
})

test('a corrected difference is logged and keeps the ledger from balancing', async () => {
  const shop = await createTestApp()
  await openCourses(shop)
  await sell(shop.db, { batch: 0, at: '2026-04-10T12:00:00Z', paise: 10_000 })
  await foldChanges(shop.deps, system)
  await shop.db.query(`update figure_sums set captured_paise = captured_paise - 9000, enrolments = 3`)
  await shop.db.query(
    `insert into figure_sums (month, course_id, source, captured_paise, refunded_paise, enrolments) values ('2031-05-01', 1, 'hand', 0, 700, 0)`,
  )
  const missing = [
    'figures of 2026-04, course 1, online: ₹90.00 captured, ₹0.00 refunded and -2 enrolments were missing',
    'figures of 2031-05, course 1, hand: ₹0.00 captured, -₹7.00 refunded and 0 enrolments were missing',
  ]
  expect(await checkFigures(shop.deps, system)).toEqual(missing)
  expect(shop.logged.join('')).toContain('the sums of the figures differed from their rows and were corrected')
  await expectFiguresOfRows(shop)
  const call = staffClient(shop, 'finance')
  const ledger = async () => (await call('GET', 'ledger/')).as<StaffLedger>()
  expect((await ledger()).problems).toContain('2 sums of the figures differed from their payments and were corrected')
  expect((await ledger()).balances).toBe(false)
  expect(await checkFigures(shop.deps, system)).toEqual([])
  expect((await ledger()).problems.join()).not.toContain('figures')
})

async function openEmpty(): Promise<{ url: string; db: pg.Pool }> {
  const { url, drop } = await createDatabase({ empty: true })
  const db = connect(url, { max: 2, log: { warn: () => {} }, actor: 'system' })
  onTestFinished(async () => {
    await db.end()
    await drop()
  })
  return { url, db }
}

/** Sales of each time, some of which were refunded. */
async function sellOften(shop: School): Promise<void> {
  for (const [batch, at] of times.entries()) await sell(shop.db, { batch, at, offline: batch % 3 === 0, paise: 10_000 + batch })
  await shop.db.query(
    `insert into refunds (payment_id, amount_paise, idempotency_key, status, reason, actor_kind, ends_access, created_at, settled_at)
     select id, 700, gen_random_uuid(), 'processed', 'Asked', 'operator', false, captured_at, captured_at + interval '1 month'
     from payments where id % 2 = 0`,
  )
}

test('a migration sums up the rows of an earlier version', async () => {
  const school = await openEmpty()
  await migrate(school.db, undefined, '0121_recordings_wait_for_space.sql')
  await school.db.query(
    `with made as (
       insert into courses (slug, title, category, description, overview, university, duration, difficulty_level, course_type, price_paise)
       select 'course-' || n, 'Testing in Practice', 'DevOps', 'B', 'C', 'D', 'E', 'F', 'G', 4500000 from generate_series(1, 2) n returning id)
     insert into batches (course_id, starts_at, ends_at, time_text, class_minutes, weekdays, mode_of_training, batch_type, instructor_name)
     select id, app_now() + interval '300 days', app_now() + interval '390 days', '7 PM', 90, '{1,3,5}', 'A', 'B', 'Meera Kulkarni'
     from made, generate_series(1, 2)`,
  )
  await sellOften(school)
  await migrate(school.db)
  await expectFiguresOfRows(school)
  expect((await read(school, '2026-01', '2027-12')).total).toMatchObject({ revenue_paise: 100_045, refunds_paise: 3500 })
})

test("a restored school has the snapshot's figures and counts on", async () => {
  const shop = await createTestApp()
  await openCourses(shop)
  await sellOften(shop)
  await foldChanges(shop.deps, system)
  await sellOften(shop)
  const folder = mkdtempSync(join(tmpdir(), 'figures-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'school.snapshot.gz')
  await exportDatabase(shop.deps.config.databaseUrl, file)
  const restored = await openEmpty()
  await importDatabase(restored.url, file)
  await sellOften(restored)
  await expectFiguresOfRows(restored)
  expect((await read(restored, '2026-01', '2027-12')).total.enrolments).toBe(30)
})
