import { expect, test } from 'vitest'
import { startFeatures } from '#server/features.ts'
import { system } from '#server/platform/auth/principal.ts'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { loadDemo } from './load-demo.ts'

test('loads the demo content once', async () => {
  const shop = await createTestApp()
  expect(await loadDemo(shop.db, new Date())).toBe(true)
  const { rows } = await shop.db.query('select count(*)::int as courses from courses')
  expect(rows[0].courses).toBeGreaterThan(0)
  expect(await loadDemo(shop.db, new Date())).toBe(false)
  expect((await shop.db.query('select count(*)::int as courses from courses')).rows).toEqual(rows)
})

test('the demo replaces starter sets that nobody edited', async () => {
  const { deps, db } = await createTestApp()
  await startFeatures(deps, system)
  expect(await loadDemo(db, new Date())).toBe(true)
  await startFeatures(deps, system)
  const { rows } = await db.query(
    `select (select count(*) from policy_versions where publication = 'draft')::integer as policies,
       (select count(*) from reply_templates where is_draft)::integer as templates,
       (select count(*) from holidays where is_tentative)::integer as holidays`,
  )
  expect(rows).toEqual([{ policies: 0, templates: 0, holidays: 0 }])
})

test('a starter set that staff edited counts as content', async () => {
  const { deps, db } = await createTestApp()
  await startFeatures(deps, system)
  await db.query(`update holidays set name = 'Our own name' where id = (select min(id) from holidays)`)
  expect(await loadDemo(db, new Date())).toBe(false)
})

test.each([
  `insert into companies (name, industry, city, why, is_partner, is_alumni_employer) values ('A', 'B', 'C', 'D', true, false)`,
  `insert into holidays (calendar, day, name) values ('India', '2026-12-25', 'Christmas')`,
  `insert into site_settings (settings) values ('{}')`,
])('loads nothing into a school with content: %s', async (content) => {
  const shop = await createTestApp()
  await shop.db.query(content)
  expect(await loadDemo(shop.db, new Date())).toBe(false)
  expect((await shop.db.query('select 1 from courses')).rowCount).toBe(0)
})

test('the demo has attendance of every kind, the same every time', async () => {
  const today = new Date()
  const read = async () => {
    const { db } = await createTestApp()
    await loadDemo(db, today)
    const places = await db.query<{ batch_id: number; name: string; number: number; status: string }>(
      `select s.batch_id, u.full_name as name, s.number, a.status from batches b
       cross join lateral class_attendance(b.id, null) a
       join numbered_sessions s on s.id = a.session_id join users u on u.id = a.user_id
       where a.is_over order by s.batch_id, s.number, u.full_name`,
    )
    const sums = await db.query<{ percent: number }>(
      'select t.percent from batches b cross join lateral attendance_sums(b.id, null) t order by b.id, t.user_id',
    )
    return { places: places.rows, percents: sums.rows.map(({ percent }) => percent) }
  }
  const first = await read()
  expect(new Set(first.places.map(({ status }) => status))).toEqual(new Set(['present', 'late', 'left_early', 'absent']))
  expect(Math.max(...first.percents)).toBe(100)
  expect(Math.min(...first.percents)).toBeLessThan(60)
  expect(await read()).toEqual(first)
})
