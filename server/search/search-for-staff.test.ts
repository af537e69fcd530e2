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

test('finds batches by course, instructor and number', async () => {
  const shop = await createTestApp()
  const { batchId } = await sellCourse(shop.db)
  const [batch] = (
    await shop.db.query<{ title: string; name: string }>(
      `select c.title, i.name from batches b join courses c on c.id = b.course_id join instructors i on i.id = b.instructor_id
       where b.id = $1`,
      [batchId],
    )
  ).rows
  const ids = async (role: Parameters<TestApp['asStaff']>[0], q: string) =>
    (await find(shop, role, q))
      .json<{ results: StaffFound[] }>()
      .results.filter(({ resource }) => resource === 'batches')
      .map(({ id }) => id)
  for (const q of [batch?.title ?? '', batch?.name ?? '', `batch ${batchId}`]) {
    expect(await ids('support', q), q).toEqual([batchId])
    expect(await ids('instructor', q), q).toEqual([])
  }
})

test('finds courses in every state and instructors, archived ones last', async () => {
  const shop = await createTestApp()
  const { courseId } = await sellCourse(shop.db)
  await shop.db.query(`update courses set title = 'Zebra Systems', publication = 'draft' where id = $1`, [courseId])
  await shop.db.query(
    `insert into instructors (name, background, archived) values ('Zebra Old', 'Ten years', true), ('Zoya Zebra', 'Two years', false)`,
  )
  const results = (await find(shop, 'content', 'zebra')).json<{ results: StaffFound[] }>().results
  expect(results.filter(({ resource }) => resource !== 'batches').map(({ resource, title }) => [resource, title])).toEqual([
    ['courses', 'Zebra Systems'],
    ['instructors', 'Zoya Zebra'],
    ['instructors', 'Zebra Old'],
  ])
  expect(results.find(({ resource }) => resource === 'courses')?.note).toBe('DevOps, draft')
})

test('finds pages of every kind by their title', async () => {
  const shop = await createTestApp()
  await shop.db.query(
    `with articles as (insert into blogs (title, category, author, excerpt, content, blocks, published_on)
        values ('Kite one', 'Learning', 'Asha', 'E', '{}', '[]', '2026-11-01')),
      items as (insert into utility_items (utils_type, title, summary, content)
        values ('SERV', 'Kite two', 'S', '[]'), ('RES', 'Kite three', 'S', '[]')),
      built as (insert into projects (title, category, content) values ('Kite four', 'Cloud', 'C')),
      ruled as (insert into policy_versions (policy_id, title, content, effective_on, publication)
        values (6, 'Kite five', '[]', '2026-12-01', 'draft'))
     insert into testimonials (name, role, course, quote, consent, publication)
     values ('Kite six', 'Engineer', 'Cloud', 'Q', false, 'draft')`,
  )
  const { results } = (await find(shop, 'content', 'kite')).json<{ results: StaffFound[] }>()
  expect(Object.fromEntries(results.map(({ resource, title }) => [resource, title]))).toEqual({
    blogs: 'Kite one',
    services: 'Kite two',
    resources: 'Kite three',
    projects: 'Kite four',
    policies: 'Kite five',
    testimonials: 'Kite six',
  })
  expect((await find(shop, 'finance', 'kite')).json()).toEqual({ results: [] })
})

test.each(roles)('finds for the role %s only what it may read', async (role) => {
  const shop = await shopWithCompanies()
  const answer = await find(shop, role, 'Setu')
  expect([answer.statusCode, answer.json<{ results: unknown[] }>().results.length]).toEqual([
    200,
    allows(role, 'companies:read') ? 1 : 0,
  ])
})
