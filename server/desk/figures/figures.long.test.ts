import { expect, test } from 'vitest'
import type { FiguresAnswer } from '#contract/desk/staff/figures.ts'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { openClient } from '#tests/growth/open-client.ts'
import { addBatch, sellCourse } from '#tests/school/sell-course.ts'
import { staffClient } from '#tests/school/staff-client.ts'
import { system } from '#server/platform/auth/principal.ts'
import { readLedger } from '#server/money/settlement/read-ledger.ts'

test('figures of a hundred thousand payments equal the ledger', { timeout: 120_000 }, async () => {
  const shop = await createTestApp()
  const { db } = shop
  const sold = await Promise.all(Array.from({ length: 12 }, () => sellCourse(db)))
  for (const { courseId } of sold) for (let n = 0; n < 9; n += 1) await addBatch(db, courseId, {})
  const client = await openClient(shop)
  // Triggers announce each change to caches and log it, which takes long.
  for (const table of ['users', 'payment_orders', 'payments', 'enrolments', 'refunds']) {
    await client.query(`alter table ${table} disable trigger user`)
  }
  for (let first = 1; first < 100_000; first += 10_000) {
    for (const sql of [
      `insert into users (email, full_name) select 'student-' || n || '@example.com', 'Student' from generate_series($1::int, $1 + 9999) n`,
      `insert into payment_orders (user_id, batch_id, amount_paise, currency, course_title, price_paise, discounts, provider, key_id,
         receipt, provider_order_id, status, hold_until, created_at, claimed_at)
       select u.id, b.ids[1 + u.id % cardinality(b.ids)], 100000 + u.id, 'INR', 'Testing', 100000 + u.id, '[]',
         case when u.id % 5 = 0 then 'offline' else 'razorpay' end, 'key', 'r' || u.id, 'order_' || u.id, 'paid', t.at, t.at, t.at
       from users u cross join (select array_agg(id) as ids from batches) b
       cross join lateral (select timestamptz '2024-01-01' + u.id * interval '15 minutes' as at) t where u.id >= $1`,
      `insert into payments (provider_payment_id, order_id, amount_paise, currency, status, disposition, created_at, captured_at)
       select 'pay_' || id, id, amount_paise, 'INR', 'captured', 'enrolled', created_at, created_at from payment_orders where id >= $1`,
      `insert into enrolments (user_id, batch_id, payment_id, created_at)
       select o.user_id, o.batch_id, p.id, p.created_at from payments p join payment_orders o on o.id = p.order_id where p.id >= $1`,
      `insert into refunds (payment_id, amount_paise, idempotency_key, status, reason, actor_kind, ends_access, created_at, settled_at)
       select id, 5000, 'refund-' || id || '-000000', 'processed', 'Asked', 'operator', false, t.at, t.at
       from payments cross join lateral (select created_at + interval '3 days' as at) t where id >= $1 and id % 10 = 0`,
    ]) {
      await client.query(sql, [first])
    }
    // Without statistics the next statements may join row by row, which takes minutes.
    await client.query('analyze')
  }
  for (let first = 1; first < 20_000; first += 5000) {
    await db.query(
      `insert into enquiries (kind, name, email, phone, course_name, consent_version, consented_at, created_at)
       select 'callback', 'Asha', 'student-' || n || '@example.com', '9876543210', 'Testing in Practice', '1', now(),
         timestamptz '2024-01-01' + n * interval '1 hour' from generate_series($1::int, $1 + 4999) n`,
      [first],
    )
  }
  // The triggers would have kept the sums.
  await client.query(`select count(*) from correct_figures('-infinity', 'infinity')`)
  await client.query('analyze')
  const call = staffClient(shop, 'owner')
  const read = async (query: string) => (await call('GET', `figures/${query}`)).as<FiguresAnswer>()
  const whole = '?from=2024-01&to=2027-12'
  const ledger = await readLedger(shop.deps, system)
  expect((await read(whole)).total).toMatchObject({
    revenue_paise: ledger.captured_paise,
    refunds_paise: ledger.refunded_paise,
    enrolments: 100_000,
  })
})
