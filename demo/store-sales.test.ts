import { rmSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { startSandbox } from '#dev/razorpay/start-sandbox.ts'
import { razorpayGateway } from '#server/money/provider/razorpay.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import type { PlannedEnrolment } from './past.ts'
import { transaction } from '#server/platform/db/query.ts'
import { createTestApp, testKey } from '#tests/school/create-test-app.ts'
import { makeFolder } from '#tests/runner/make-folder.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { noJobs } from './load-with-past.ts'
import { inOneTransaction } from './one-transaction.ts'
import { sandboxGateway } from './sandbox-gateway.ts'
import { sellOnline } from './sell-online.ts'
import { storeSales } from './store-sales.ts'

/** What two sales of one moment do not share. */
const own = new Set([
  'id',
  'user_id',
  'order_id',
  'payment_id',
  'provider_order_id',
  'provider_payment_id',
  'receipt',
  'network',
  'number',
  'student',
  'name',
  'to_address',
  'cause',
  'serial',
  'receiptId',
  'paymentId',
  'message_id',
])

const withoutOwn = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !(value instanceof Date) && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).flatMap(([name, one]) => (own.has(name) ? [] : [[name, withoutOwn(one)]])))
    : value

test('a sale in bulk leaves what a sale by verbs leaves', async () => {
  const shop = await createTestApp()
  const dataDir = makeFolder('sales-')
  const { url, sandbox, close } = await startSandbox({
    port: 0,
    dataDir,
    keyId: testKey.id,
    keySecret: testKey.secret,
    webhookSecret: 'secret',
    webhookUrl: 'http://127.0.0.1:1/',
  })
  onTestFinished(async () => {
    await close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const { courseId, batchId } = await sellCourse(shop.db, { capacity: 10, discounts: [{ value: '10%' }] })
  const { rows: users } = await shop.db.query<{ id: number; email: string; full_name: string }>(
    `insert into users (email, full_name, verified_at) values ('a@example.com', 'Asha Patil', now()), ('b@example.com', 'Binu Nair', now())
     returning id, email, full_name`,
  )
  await shop.db.query(
    `insert into buyers (user_id, state_code, company_name, gstin, address, saved_at)
     select id, '29', 'Deccan Works', '29ABCDE1234F1ZW', 'Bengaluru', now() from users`,
  )
  const { rows: facts } = await shop.db.query<{ now: Date; amount_paise: number; starts_at: Date }>(
    `select app_now() as now, c.amount_paise, b.starts_at from batches b join courses c on c.id = b.course_id where b.id = $1`,
    [batchId],
  )
  const [{ now, ...sold } = { now: new Date(), amount_paise: 0, starts_at: new Date() }] = facts
  const nobody: Staff = { kind: 'staff', id: 0, roles: ['owner'] }
  const staff = { owner: nobody, content: nobody, support: nobody, finance: nobody, instructor: nobody }
  await inOneTransaction(shop.deps.db, async (db) => {
    const gateway = sandboxGateway(razorpayGateway({ ...shop.deps.config.provider, apiUrl: url }), sandbox)
    const past = { deps: { ...shop.deps, db, gateway, jobs: noJobs }, sandbox, staff, now }
    const [first, second] = users.map(
      ({ id, ...user }): PlannedEnrolment => ({
        ...user,
        ...sold,
        user_id: id,
        batch_id: batchId,
        chance: 50,
        at: now,
      }),
    )
    if (!first || !second) throw new Error('two students are missing')
    await transaction(db, async (tx) => {
      const { rows } = await tx.query<{ now: Date }>('select app_now() as now')
      await sellOnline(past, first)
      await storeSales(past, tx, [{ ...second, at: rows[0]?.now ?? now }])
    })
  })
  expect(courseId).toBeGreaterThan(0)
  for (const table of ['payment_orders', 'payments', 'enrolments', 'receipts', 'mail_outbox', 'figure_changes']) {
    const { rows } = await shop.db.query(`select * from ${table} order by 1`)
    expect(rows.length % 2, table).toBe(0)
    const half = rows.length / 2
    expect(rows.slice(half).map(withoutOwn), table).toEqual(rows.slice(0, half).map(withoutOwn))
  }
  const { rows: numbers } = await shop.db.query('select number from receipts order by number')
  expect(numbers).toEqual([{ number: 1 }, { number: 2 }])
})
