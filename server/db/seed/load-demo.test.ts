import { expect, test } from 'vitest'
import { createTestApp } from '#tests/create-test-app.ts'
import { loadDemo } from './load-demo.ts'

test('loads the demo content once', async () => {
  const shop = await createTestApp()
  expect(await loadDemo(shop.db, new Date())).toBe(true)
  const { rows } = await shop.db.query('select count(*)::int as courses from courses')
  expect(rows[0].courses).toBeGreaterThan(0)
  expect(await loadDemo(shop.db, new Date())).toBe(false)
  expect((await shop.db.query('select count(*)::int as courses from courses')).rows).toEqual(rows)
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
