import { expect, test } from 'vitest'
import { roles, allows } from '#contract/staff/permissions.ts'
import { foundOfKind, type StaffFound } from '#contract/staff/search.ts'
import { createTestApp, type TestApp } from '#tests/create-test-app.ts'

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

test.each(roles)('finds for the role %s only what it may read', async (role) => {
  const shop = await shopWithCompanies()
  const answer = await find(shop, role, 'Setu')
  expect([answer.statusCode, answer.json<{ results: unknown[] }>().results.length]).toEqual([
    200,
    allows(role, 'companies:read') ? 1 : 0,
  ])
})
