import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/school/create-test-app.ts'

interface Item {
  id: number
  title: string
}
interface Page {
  items: Item[]
  next: number | null
}

/** Follows the list from page to page. */
async function readAll(shop: TestApp, path: string): Promise<{ sizes: number[]; items: Item[] }> {
  const items: Item[] = []
  const sizes: number[] = []
  for (let next: number | null = 0; next !== null; ) {
    const page: Page = (await shop.get(next ? `${path}?after=${next}` : path)).json()
    items.push(...page.items)
    sizes.push(page.items.length)
    next = page.next
  }
  return { sizes, items }
}

const addBlogs = (shop: TestApp) =>
  shop.db.query(
    `insert into blogs (id, slug, title, category, author, excerpt, content, published_on)
     select n, 'b' || n, 'Blog ' || n, case when n % 10 = 0 then 'Data' else 'Cloud' end, 'A', 'E', array['Begin', repeat('x', 500)],
       current_date - n / 2 from generate_series(1, 50) n`,
  )

test('articles of one day are paged by id, newest first', async () => {
  const shop = await createTestApp()
  await addBlogs(shop)
  await shop.db.query(`update blogs set publication = 'draft' where id = 9`)
  await shop.db.query(`update blogs set published_on = current_date + 2 where id = 8`)
  const { sizes, items } = await readAll(shop, '/blog-page/')
  expect(sizes).toEqual([24, 24])
  const { rows } = await shop.db.query<{ id: number }>(
    'select id from blogs where id not in (8, 9) order by published_on desc, id desc',
  )
  expect(items.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
  const [first] = (await shop.get('/blog-page/')).json<{ items: { beginning: string }[] }>().items
  expect(first?.beginning).toBe(`Begin ${'x'.repeat(354)}`)
})

test('two other articles are of the same category, then the newest', async () => {
  const shop = await createTestApp()
  await addBlogs(shop)
  const othersOf = async (id: number) => (await shop.get(`/blogs/${id}/others/`)).json<Item[]>().map((other) => other.id)
  expect(await othersOf(40)).toEqual([10, 20])
  await shop.db.query(`update blogs set category = 'Cloud' where category = 'Data' and id not in (30, 40)`)
  expect(await othersOf(40)).toEqual([30, 1])
  expect(await othersOf(1)).toEqual([3, 2])
})

test('resources come before services on all pages', async () => {
  const shop = await createTestApp()
  await shop.db.query(
    `insert into utility_items (id, utils_type, title, content, publication)
     select 100 + n, case when n % 2 = 0 then 'SERV' else 'RES' end, 'Item ' || n, '[]', case when n > 60 then 'draft' else 'published' end
     from generate_series(1, 70) n`,
  )
  const { sizes, items } = await readAll(shop, '/utility-page/')
  expect(sizes).toEqual([24, 24, 12])
  const ids = items.map(({ id }) => id)
  expect(ids).toEqual([...ids.filter((id) => id % 2), ...ids.filter((id) => id % 2 === 0)])
  expect(new Set(ids).size).toBe(60)
  const others = (await shop.get('/utils/102/others/')).json<Item[]>()
  expect(others.map(({ id }) => id)).toEqual(Array.from({ length: 12 }, (_, n) => 104 + 2 * n))
})

test('the menu has eight services and says whether there are more', async () => {
  const shop = await createTestApp()
  await shop.db.query(
    `insert into utility_items (id, utils_type, title, content) select 100 + n, 'SERV', 'Item ' || n, '[]' from generate_series(1, 9) n`,
  )
  await shop.db.query(
    `insert into policy_versions (policy_id, title, content, effective_on, publication)
     values (4, 'Terms', '[]', current_date - 1, 'published'), (5, 'Privacy', '[]', current_date + 2, 'published')`,
  )
  const read = async () =>
    (await shop.get('/navigation/')).json<{ services: Item[]; has_more_services: boolean; policies: number[] }>()
  const { services, ...rest } = await read()
  expect(services.map(({ id }) => id)).toEqual([101, 102, 103, 104, 105, 106, 107, 108])
  expect(rest).toEqual({ has_more_services: true, policies: [4] })
  await shop.db.query('delete from utility_items where id = 105')
  shop.deps.responseCache.markAllStale(false)
  expect(await read()).toMatchObject({ has_more_services: false, services: { length: 8 } })
})

test('projects and companies are paged by id', async () => {
  const shop = await createTestApp()
  await shop.db.query(
    `insert into projects (title, category, content) select 'Project ' || n, 'Web', 'C' from generate_series(1, 30) n`,
  )
  await shop.db.query(
    `insert into companies (name, industry, city, why, is_partner, is_alumni_employer)
     select 'Company ' || n, 'Software', 'Pune', 'Why', n % 2 = 0, n % 3 = 0 from generate_series(1, 60) n`,
  )
  expect((await readAll(shop, '/project-page/')).sizes).toEqual([24, 6])
  expect((await readAll(shop, '/companies/')).sizes, 'every company is a partner or an employer').toEqual([24, 16])
  const shown = (await shop.get('/shown-companies/')).json<{ partners: Item[]; alumni: Item[] }>()
  expect([shown.partners.length, shown.alumni.length]).toEqual([20, 20])
})
