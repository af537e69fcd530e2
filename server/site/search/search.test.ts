import { expect, it } from 'vitest'
import type { Found } from '#contract/site/search.ts'
import { cancelBatch } from '#tests/school/change-batch.ts'
import { createTestApp, type TestApp } from '#tests/school/create-test-app.ts'
import { addBatch } from '#tests/school/sell-course.ts'

async function createFilledShop() {
  const shop = await createTestApp()
  await shop.db.query(
    `insert into courses (id, slug, title, category, description, overview, university, duration, difficulty_level, course_type,
       price_paise, discounts, skills_covered, tools_covered)
     values (1, 'a', 'Kubernetes in Production', 'DevOps', 'Run clusters.', 'Deploy and observe services.', 'K', '8 weeks', 'Any', 'Live', 4000000,
               '[{"value":"10%"}]', '{Containers,Networking}', '{Docker,Helm}'),
            (2, 'b', 'Python for Data', 'AI and ML', 'Analyse with Python.', 'Statistics and models.', 'K', '8 weeks', 'Any', 'Live', 3000000, '[]', '{Pandas}', '{Jupyter}'),
            (3, 'c', 'HTML Training', 'Full Stack', 'Pages.', 'Markup.', 'K', '8 weeks', 'Any', 'Live', 3000000, '[]', '{}', '{}'),
            (4, 'd', 'Kubernetes, Hidden', 'DevOps', 'Not yet.', 'Not yet.', 'K', '8 weeks', 'Any', 'Live', 3000000, '[]', '{}', '{}')`,
  )
  await shop.db.query(`update courses set publication = 'draft' where id = 4`)
  await shop.db.query(
    `insert into utility_items (id, utils_type, title, summary, content)
     values (1, 'SERV', 'Mock interviews', 'Practise with an engineer.', '[]'), (2, 'RES', 'Docker notes', 'Two pages.', '[]')`,
  )
  await shop.db.query(`update utility_items set title = 'Interview policy' where id = 4`)
  await shop.db.query(
    `insert into blogs (id, slug, title, category, author, excerpt, content, published_on)
     values (1, 'x', 'How we grade', 'Learning', 'Asha', 'Rubrics.', '{We deployed a cluster and wrote about it.}', current_date - 1),
            (2, 'y', 'Kubernetes next year', 'DevOps', 'Asha', 'Later.', '{Later.}', current_date + 2)`,
  )
  return shop
}

async function find(shop: TestApp, query: string): Promise<string[]> {
  const answer = await shop.get(`/search/?${new URLSearchParams({ q: query }).toString()}`)
  expect(answer.statusCode).toBe(200)
  return answer.json<{ results: Found[] }>().results.map((one) => `${one.kind} ${one.id}`)
}

it('finds by title, tool and word stem across kinds, best first', async () => {
  const shop = await createFilledShop()
  expect((await find(shop, 'kubernetes'))[0]).toBe('course 1')
  expect(await find(shop, 'docker')).toEqual(['resource 2', 'course 1'])
  expect(await find(shop, 'interview')).toEqual(['service 1'])
  expect(await find(shop, 'deploying clusters')).toEqual(['course 1', 'blog 1'])
})

it('tolerates typing errors and matches prefixes', async () => {
  const shop = await createFilledShop()
  expect((await find(shop, 'kuberntes'))[0]).toBe('course 1')
  expect((await find(shop, 'pyhton'))[0]).toBe('course 2')
  expect((await find(shop, 'kub'))[0]).toBe('course 1')
  expect((await find(shop, 'intervew mok'))[0]).toBe('service 1')
})

it('matches ML only as a word and ignores stop words', async () => {
  const shop = await createFilledShop()
  expect(await find(shop, 'ML')).toEqual(['course 2'])
  expect(await find(shop, 'the python for a')).toEqual(['course 2'])
})

it('matches names with signs, such as C++, exactly', async () => {
  const shop = await createFilledShop()
  await shop.db.query(
    `insert into courses (id, slug, title, category, description, overview, university, duration, difficulty_level, course_type,
       price_paise, discounts, skills_covered, tools_covered)
     values (11, 'k', 'Modern C++', 'Systems', 'Fast programs.', 'Memory.', 'K', '8 weeks', 'Any', 'Live', 3000000, '[]', '{}', '{}'),
            (12, 'l', 'Games', 'Systems', 'Worlds.', 'Physics.', 'K', '8 weeks', 'Any', 'Live', 3000000, '[]', '{}', '{Unity,C#}'),
            (13, 'm', 'Enterprise Services', 'Systems', 'Written in C#/.NET and C++17.', 'Networks on the net, grade C.', 'K', '8 weeks', 'Any', 'Live', 3000000, '[]', '{}', '{}'),
            (14, 'n', 'Servers', 'Systems', 'Requests.', 'We write Node.js on both ends.', 'K', '8 weeks', 'Any', 'Live', 3000000, '[]', '{}', '{}'),
            (15, 'o', 'Pages with Next.js and React', 'Systems', 'Requests.', 'Networks.', 'K', '8 weeks', 'Any', 'Live', 3000000, '[]', '{}', '{}')`,
  )
  expect(await find(shop, 'C++')).toEqual(['course 11', 'course 13'])
  expect(await find(shop, 'c++.')).toEqual(['course 11', 'course 13'])
  expect(await find(shop, 'C#')).toEqual(['course 12', 'course 13'])
  expect(await find(shop, '.NET')).toEqual(['course 13'])
  expect(await find(shop, '"#c#"')).toEqual(['course 12', 'course 13'])
  // "notes" is one edit away from "node", so "Docker notes" comes second.
  for (const query of ['Node.js', 'nodejs', 'NODE.JS,', 'node'])
    expect(await find(shop, query), query).toEqual(['course 14', 'resource 2'])
  expect(await find(shop, 'Next.js')).toEqual(['course 15'])
  for (const query of ['React.js', 'react', 'reatc']) expect(await find(shop, query), query).toEqual(['course 15'])
  expect(await find(shop, 'unity+c#')).toEqual(['course 12'])
  expect(await find(shop, 'F#')).toEqual([])
  expect(await find(shop, '.java')).toEqual([])
})

it('finds nothing for queries without letters', async () => {
  const shop = await createFilledShop()
  for (const query of ['+', '++', '#', '.', '...', '+++ ###', '.....#', '::', '🙂', '?!'])
    expect(await find(shop, query), query).toEqual([])
  expect(await find(shop, '+ python #')).toEqual(['course 2'])
})

it('never finds unpublished entries or policies', async () => {
  const shop = await createFilledShop()
  const all = [...(await find(shop, 'kubernetes')), ...(await find(shop, 'hidden')), ...(await find(shop, 'policy'))]
  expect(all).not.toEqual(expect.arrayContaining(['course 4']))
  expect(all.filter((one) => ['course 4', 'blog 2', 'service 4', 'resource 4'].includes(one))).toEqual([])
})

it("returns a course's price and next start", async () => {
  const shop = await createFilledShop()
  await addBatch(shop.db, 1, { startsIn: '-2 days' })
  await cancelBatch(shop, await addBatch(shop.db, 1, { startsIn: '3 days' }))
  const batch = await addBatch(shop.db, 1, { startsIn: '20 days' })
  const { rows } = await shop.db.query<{ starts_at: Date }>('select starts_at from batches where id = $1', [batch])
  const [first] = (await shop.get('/search/?q=kubernetes')).json<{ results: Found[] }>().results
  expect(first).toMatchObject({ amount: 36_000, next_start: rows[0]?.starts_at.toISOString() })
})

it('answers unusual queries with results or 400', async () => {
  const shop = await createFilledShop()
  for (const query of [
    "' or 1=1 --",
    '%',
    '\\',
    '🙂',
    '((',
    'a:*&!',
    'c++',
    '\u202e',
    '-'.repeat(100),
    'a '.repeat(50),
    '<script>',
  ]) {
    await find(shop, query)
  }
  for (const query of ['', '?q=', '?q=%20', `?q=${'a'.repeat(101)}`, '?q=%00', '?q=a&q=b', '?q=a&limit=5', '?q[]=a']) {
    expect((await shop.get(`/search/${query}`)).statusCode, query).toBe(400)
  }
})

it('limits each network separately [SEC-063]', async () => {
  const shop = await createTestApp({ factor: 1 / 240 })
  const ask = (ip: string) => shop.app.inject({ url: '/api/search/?q=a', remoteAddress: ip })
  expect((await ask('203.0.113.1')).statusCode).toBe(200)
  const refused = await ask('203.0.113.9')
  expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
  expect((await ask('198.51.100.1')).statusCode).toBe(200)
})

it('follows inserts, publishing, renames and deletes [SEC-063]', async () => {
  const shop = await createFilledShop()
  await shop.db.query(`update courses set publication = 'published' where id = 4`)
  expect(await find(shop, 'kubernetes')).toEqual(expect.arrayContaining(['course 1', 'course 4']))
  await shop.db.query(`update courses set title = 'Sailing', skills_covered = '{Rust}' where id = 4`)
  expect([(await find(shop, 'sailing'))[0], (await find(shop, 'rust'))[0]]).toEqual(['course 4', 'course 4'])
  expect(await find(shop, 'kubernetes')).not.toContain('course 4')
  await shop.db.query(`update utility_items set utils_type = 'RES', title = 'Sailing talks' where id = 1`)
  expect(await find(shop, 'sailing talks')).toEqual(expect.arrayContaining(['resource 1']))
  await shop.db.query(`update courses set publication = 'draft' where id = 4`)
  await shop.db.query(`delete from blogs where id = 1`)
  expect([await find(shop, 'sailing'), await find(shop, 'rubrics')]).toEqual([['resource 1'], []])
  expect((await shop.db.query(`select 1 from search_terms where kind = 'blog' and id = 1`)).rows).toEqual([])
})

it('finds two title words typed as one', async () => {
  const shop = await createFilledShop()
  await shop.db.query(`update courses set title = 'Full Stack Development' where id = 3`)
  expect((await find(shop, 'fullstack'))[0]).toBe('course 3')
})

it('caches an answer until searchable content changes [SEC-063]', async () => {
  const shop = await createFilledShop()
  shop.deps.responseCache.markAllStale(true)
  const queries: string[] = []
  const query = shop.deps.db.query.bind(shop.deps.db)
  shop.deps.db.query = (statement: never) => (queries.push((statement as { name: string }).name), query(statement))
  const searches = () => queries.filter((name) => name === 'matching_documents').length
  for (const query of ['Kubernetes', 'kubernetes', ' KUBERNETES  ']) await find(shop, query)
  expect(searches()).toBe(1)
  for (const tag of ['course:1', 'utility:1', 'blog:1']) {
    shop.deps.responseCache.invalidate([tag])
    await find(shop, 'kubernetes')
  }
  expect(searches()).toBe(4)
})

it('looks words up in indexes with many courses [SEC-063]', async () => {
  const shop = await createFilledShop()
  await shop.db.query(
    `insert into courses (id, slug, title, category, description, overview, university, duration, difficulty_level, course_type, price_paise, skills_covered)
     select 100 + n, 'many-' || n, 'Course ' || md5(n::text), 'DevOps', 'About ' || md5('d' || n), 'All', 'K', '8 weeks', 'Any', 'Live', 3000000,
       array[md5('s' || n), md5('t' || n)] from generate_series(1, 1500) n`,
  )
  await shop.db.query('analyze search_documents; analyze search_terms; analyze search_words')
  for (const [index, lookup] of [
    ['search_words_by_trigram', `search_words where word %> 'kuberntes'`],
    ['search_words_by_letter', `search_words where left(word, 1) = 'k' and length(word) between 8 and 10`],
    ['search_documents_by_stem', `search_documents where stems @@ plainto_tsquery('english', 'kubernetes')`],
    ['search_terms_pkey', `search_terms where word = 'kubernetes'`],
  ]) {
    const { rows } = await shop.db.query<{ 'QUERY PLAN': string }>(`explain select * from ${lookup}`)
    expect(rows.map((row) => row['QUERY PLAN']).join()).toContain(index)
  }
  expect((await find(shop, 'kuberntes docker'))[0]).toBe('course 1')
})

it('results are paged by score, kind and id', async () => {
  const shop = await createTestApp()
  await shop.db.query(
    `insert into courses (slug, title, category, description, overview, university, duration, difficulty_level, course_type, price_paise)
     select 'c' || n, case when n % 2 = 0 then 'Kubernetes ' || n else 'Platforms ' || n end, 'Cloud', 'Kubernetes at work.', 'O', 'U',
       '12 weeks', 'Beginner', 'Live online', 100000 from generate_series(1, 120) n`,
  )
  await shop.db.query(
    `insert into blogs (slug, title, category, author, excerpt, content, published_on)
     select 'b' || n, 'Kubernetes notes ' || n, 'Cloud', 'A', 'E', '{Text}', current_date - 2 + n / 60 * 9 from generate_series(1, 60) n`,
  )
  const read = async (query: string) =>
    (await shop.get(`/search/?q=kubernetes${query}`)).json<{
      results: Found[]
      counts: Record<string, number>
      next: string | null
    }>()
  const readAll = async (query: string) => {
    const found: string[] = []
    const sizes: number[] = []
    for (let next: string | null = ''; next !== null; ) {
      const page = await read(query + (next && `&after=${next}`))
      expect(page.counts).toEqual({ course: 120, service: 0, resource: 0, blog: 59 })
      found.push(...page.results.map(({ kind, id }) => `${kind}-${id}`))
      sizes.push(page.results.length)
      next = page.next
    }
    return { found, sizes }
  }
  const all = await readAll('')
  expect(all.sizes).toEqual([50, 50, 50, 29])
  expect(new Set(all.found).size).toBe(179)
  const blogs = await readAll('&kind=blog')
  expect(blogs.sizes).toEqual([50, 9])
  expect(blogs.found).toEqual(all.found.filter((one) => one.startsWith('blog')))
  // Titles with the word come before texts with it.
  expect((await read('')).results.every(({ title }) => title.startsWith('Kubernetes'))).toBe(true)
  expect((await read('&after=blog-9999999999')).results).toEqual([])
  expect((await shop.get('/search/?q=kubernetes&after=course-0')).statusCode).toBe(400)
})
