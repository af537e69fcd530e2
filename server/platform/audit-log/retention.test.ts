import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/school/create-test-app.ts'
import { system } from '#server/platform/auth/principal.ts'
import { sweep } from '#server/features.ts'

async function withLog(settings: object, given: { twoRoles?: boolean } = {}) {
  const shop = await createTestApp(given)
  await shop.db.query(`insert into site_settings (settings) values ($1)`, [JSON.stringify(settings)])
  await shop.db.query(
    `insert into audit_log (at, actor_kind, table_name, row_id, operation, changes)
     select app_now() - make_interval(years => y) - interval '1 day', 'operator', t, y::text, 'update', '{}'
     from unnest(array[0, 1, 3, 7, 8, 12]) y, unnest(array['refunds', 'blogs']) t`,
  )
  return shop
}

const left = async (shop: TestApp) =>
  (
    await shop.db.query<{ entry: string }>(
      `select table_name || ' ' || row_id as entry from audit_log where changes = '{}' order by id`,
    )
  ).rows
    .map(({ entry }) => entry)
    .toSorted()

test.each([false, true])('the log keeps money for eight years (two roles: %s)', async (twoRoles) => {
  const shop = await withLog({}, { twoRoles })
  await sweep(shop.deps, system)
  expect(await left(shop)).toEqual(['blogs 0', 'blogs 1', 'refunds 0', 'refunds 1', 'refunds 3', 'refunds 7'])
})

test('settings keep the log longer, and never shorter than the law', async () => {
  const longer = await withLog({ keep_log_years: 10, keep_money_log_years: 15 })
  await sweep(longer.deps, system)
  expect((await left(longer)).filter((entry) => entry.startsWith('refunds'))).toHaveLength(6)
  expect(await left(longer)).not.toContain('blogs 12')
  const shorter = await withLog({ keep_log_years: 0, keep_money_log_years: 0 })
  await sweep(shorter.deps, system)
  expect(await left(shorter)).toEqual(['blogs 0', 'refunds 0', 'refunds 1', 'refunds 3', 'refunds 7'])
})

test('nobody deletes an entry that is kept [SEC-097]', async () => {
  const shop = await withLog({})
  for (const sql of ['delete from audit_log', 'truncate audit_log', `update audit_log set row_id = 'x'`]) {
    await expect(shop.db.query(sql), sql).rejects.toThrow(/append-only/)
  }
  expect(await left(shop)).toHaveLength(12)
})

test('processed events go after their days, waiting ones stay', async () => {
  const shop = await withLog({ keep_events_days: 60 })
  await shop.db.query(
    `insert into webhook_events (provider, event_id, event_type, body, received_at, processed_at, next_attempt_at, quarantined)
     select 'razorpay', id, 'payment.captured', '', app_now() - make_interval(days => days), case when done then app_now() end, app_now(), held
     from (values ('old', 61, true, false), ('new', 59, true, false), ('waiting', 61, false, false), ('held', 61, false, true)) v (id, days, done, held)`,
  )
  await sweep(shop.deps, system)
  const { rows } = await shop.db.query<{ event_id: string }>('select event_id from webhook_events order by 1')
  expect(rows.map(({ event_id: id }) => id)).toEqual(['held', 'new', 'waiting'])
})
