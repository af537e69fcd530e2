import { expect, test } from 'vitest'
import { roles, allows } from '#contract/staff/permissions.ts'
import { foundOfKind, type StaffFound } from '#contract/staff/search.ts'
import { createTestApp, type TestApp } from '#tests/create-test-app.ts'
import { sellCourse } from '#tests/sell-course.ts'

async function shopWithCompanies(): Promise<TestApp> {
  const shop = await createTestApp()
  await shop.db.query(
    `insert into companies (name, industry, city, why, is_partner, is_alumni_employer)
     select name, 'Software', 'Pune', 'Why', true, false
     from unnest('{Old Tarang,Tarang 100%,Setu Labs}'::text[] || array(select 'Batch ' || n from generate_series(1, 9) n)) name`,
  )
  return shop
}

const find = async (shop: TestApp, role: Parameters<TestApp['asStaff']>[0], q: string) =>
  shop.app.inject({ url: '/api/staff/search/', query: { q }, headers: { ...shop.asStaff(role) } })

test('finds records by any part, names that begin so first', async () => {
  const shop = await shopWithCompanies()
  const titles = async (q: string) =>
    (await find(shop, 'owner', q)).json<{ results: StaffFound[] }>().results.map(({ title }) => title)
  expect(await titles('TARANG')).toEqual(['Tarang 100%', 'Old Tarang'])
  expect(await titles('100%')).toEqual(['Tarang 100%'])
  expect(await titles('_')).toEqual([])
  expect(await titles('batch')).toHaveLength(foundOfKind)
})

test('finds courses in every state and instructors, archived ones last', async () => {
  const shop = await createTestApp()
  const { courseId } = await sellCourse(shop.db)
  await shop.db.query(`update courses set title = 'Zebra Systems', publication = 'draft' where id = $1`, [courseId])
  await shop.db.query(
    `insert into instructors (name, background, archived) values ('Zebra Old', 'Ten years', true), ('Zoya Zebra', 'Two years', false)`,
  )
  const results = (await find(shop, 'content', 'zebra')).json<{ results: StaffFound[] }>().results
  expect(results.map(({ resource, title }) => [resource, title])).toEqual([
    ['courses', 'Zebra Systems'],
    ['instructors', 'Zoya Zebra'],
    ['instructors', 'Zebra Old'],
  ])
  expect(results[0]?.note).toMatch(/, draft$/)
})

test.each(roles)('finds for the role %s only what it may read', async (role) => {
  const shop = await shopWithCompanies()
  const answer = await find(shop, role, 'Setu')
  expect([answer.statusCode, answer.json<{ results: unknown[] }>().results.length]).toEqual([
    200,
    allows(role, 'companies:read') ? 1 : 0,
  ])
})
