import { expect, test } from 'vitest'
import { roles, allows } from '#contract/permissions.ts'
import { foundOfKind, type StaffFound } from '#contract/desk/staff/search.ts'
import { createTestApp, type TestApp } from '#tests/school/create-test-app.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { studentWords } from '#server/people/accounts/student-words.ts'
import { beginningWith, containing } from '#server/platform/db/containing.ts'

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

test('finds students whose name or address begins so first', async () => {
  const shop = await createTestApp()
  const add = (name: string, email: string) =>
    shop.db.query('insert into users (full_name, email, verified_at) values ($1, $2, app_now())', [name, email])
  await add('Zoya Tara', 'zoya@example.com')
  await add('Asha Patil', 'tara.patil@example.com')
  await add('Tara Nair', 'nair@example.com')
  await add('Ravi Shah', 'shah-tara@example.com')
  const names = async (q: string) =>
    (await find(shop, 'support', q)).json<{ results: StaffFound[] }>().results.map(({ title }) => title)
  expect(await names('TARA')).toEqual(['Asha Patil', 'Tara Nair', 'Ravi Shah', 'Zoya Tara'])
  for (let n = 1; n <= foundOfKind; n += 1) await add(`Tarang ${n}`, `person-${n}@example.com`)
  expect(await names('tara')).toEqual(['Asha Patil', 'Tara Nair', 'Tarang 1', 'Tarang 2', 'Tarang 3'])
  expect(await names('tara_')).toEqual([])
})

test('finds names however their letters are written', async () => {
  const shop = await createTestApp()
  const add = (name: string, email: string) =>
    shop.db.query('insert into users (full_name, email, verified_at) values ($1, $2, app_now())', [name, email])
  const stored = [
    'Maria D’Souza',
    'Jose\u0301 Fernandes',
    '\u092b\u093c\u093f\u0930\u094b\u095b',
    'Anne\u2010Marie Roy',
    'Ravi\u00a0 Shah',
  ]
  for (const [index, name] of stored.entries()) await add(name, `person-${index}@example.com`)
  const found = async (q: string) =>
    (await find(shop, 'support', q)).json<{ results: StaffFound[] }>().results.map(({ title }) => title)
  for (const [index, q] of ["d'souza", 'josé', '\u095e\u093f\u0930\u094b\u091c\u093c', 'anne-marie', 'RAVI  SHAH'].entries()) {
    expect(await found(q)).toEqual([stored[index]])
    const listed = await shop.app.inject({ url: '/api/staff/students/', query: { q }, headers: { ...shop.asStaff('support') } })
    expect(listed.json<{ items: { name: string }[] }>().items.map(({ name }) => name)).toEqual([stored[index]])
  }
})

test('searches by words and name use an index', async () => {
  const shop = await createTestApp()
  const client = await shop.db.connect()
  try {
    await client.query('begin; set local enable_seqscan = off')
    const plan = async (condition: string) =>
      JSON.stringify((await client.query(`explain select 1 from users u where ${condition}`)).rows)
    expect(await plan(`folded(${studentWords('u')}) like ${containing(`'asha'`)}`)).toContain('users_by_folded_words')
    expect(await plan(`folded(u.full_name) like ${beginningWith(`'asha'`)}`)).toContain('users_by_folded_name')
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test('a whole address finds its holder and their leads alone', async () => {
  const shop = await createTestApp()
  await shop.db.query(
    `insert into users (full_name, email, verified_at)
     values ('Asha Patil', 'asha@example.com', app_now()), ('Natasha Rao', 'natasha@example.com', app_now())`,
  )
  await shop.db.query(
    `insert into enquiries (kind, name, email, phone, consent_version, consented_at, created_at)
     values ('hire', 'Asha at work', 'asha@example.com', '9000000001', '1', app_now(), app_now())`,
  )
  const found = async (q: string) =>
    (await find(shop, 'support', q)).json<{ results: StaffFound[] }>().results.map(({ title }) => title)
  expect(await found('ASHA@example.com')).toEqual(['Asha Patil', 'Asha at work'])
  expect(await found('asha@example.co')).toEqual(['Asha Patil', 'Asha at work'])
  expect(await found('sha@example.com')).toEqual([])
  await shop.db.query(
    `insert into companies (name, industry, city, why, is_partner, is_alumni_employer)
     values ('asha@example.com', 'Software', 'Pune', 'Why', true, false)`,
  )
  expect(await found('asha@example.com')).toEqual(['Asha Patil', 'Asha at work'])
})

test('finds leads by words and phone, open and new ones first', async () => {
  const shop = await createTestApp()
  const { batchId } = await sellCourse(shop.db)
  await shop.db.query(
    `insert into enquiries (kind, name, email, phone, company_name, consent_version, consented_at, created_at)
     values ('hire', 'Meera', 'meera@example.com', '9000000001', 'Tarang Systems', '1', app_now(), app_now()),
       ('hire', 'Old Tarang', 'old@example.com', '9000000002', null, '1', app_now(), app_now())`,
  )
  // A trigger has made the leads of both.
  await shop.db.query(
    `update leads set closed_at = app_now(), outcome = 'no_answer' from enquiries e where e.id = enquiry_id and e.name = 'Old Tarang'`,
  )
  await shop.db.query(
    `with who as (insert into users (full_name, email, phone) values ('Tara Nair', 'tara@example.com', '9000000003') returning id),
       sale as (
         insert into payment_orders (user_id, batch_id, amount_paise, currency, course_title, price_paise, discounts, provider, key_id,
           receipt, provider_order_id, status, hold_until, created_at, claimed_at)
         select id, $1, 100, 'INR', 'Testing in Practice', 100, '[]', 'razorpay', 'key', 'r1', 'order_1', 'open', app_now(), app_now(),
           app_now() from who
         returning id)
     insert into leads (kind, order_id, received_at) select 'checkout', id, app_now() from sale`,
    [batchId],
  )
  const leads = async (q: string) =>
    (await find(shop, 'support', q))
      .json<{ results: StaffFound[] }>()
      .results.filter(({ resource }) => resource === 'leads')
      .map(({ title, note }) => `${title}: ${note.split(',')[0]}`)
  expect(await leads('tara')).toEqual(['Tara Nair: Testing in Practice', 'Meera: Tarang Systems', 'Old Tarang: Lead'])
  expect(await leads('+91 90000 00001')).toEqual(['Meera: Tarang Systems'])
  expect(await leads('9000000003')).toEqual(['Tara Nair: Testing in Practice'])
  expect(await leads('nobody')).toEqual([])
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

test('plain text folds as the same text does beside other letters', async () => {
  const { db } = await createTestApp()
  // The last letter keeps the whole text from the short way.
  const { rows } = await db.query<{ text: string }>(
    `select t as text from generate_series(1, 127) a, generate_series(1, 127) b, unnest(array[chr(a) || chr(b), 'A' || chr(a) || chr(b) || 'z']) t
     where folded(t || 'é') is distinct from folded(t) || 'é'`,
  )
  expect(rows).toEqual([])
})

test.each(roles)('finds for the role %s only what it may read', async (role) => {
  const shop = await shopWithCompanies()
  const answer = await find(shop, role, 'Setu')
  expect([answer.statusCode, answer.json<{ results: unknown[] }>().results.length]).toEqual([
    200,
    allows([role], 'companies:read') ? 1 : 0,
  ])
})
