import { expect, test } from 'vitest'
import type { Opening } from '#contract/desk/staff/opening.ts'
import { createTestApp, type TestApp } from '#tests/school/create-test-app.ts'
import { createPayingShop } from '#tests/school/create-paying-shop.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { signIn } from '#tests/school/sign-in.ts'
import { staffClient } from '#tests/school/staff-client.ts'

const describe = (shop: TestApp, settings: object, version = 0) =>
  shop.app.inject({
    method: 'PATCH',
    url: '/api/staff/settings/',
    payload: settings,
    headers: { ...shop.asStaff('owner'), 'if-match': `"${version}"` },
  })
const publishPolicies = (shop: TestApp) =>
  shop.db.query(
    `insert into policy_versions (policy_id, title, content, publication, effective_on)
     select id, 'Terms', '[]', 'published', (app_now() at time zone 'Asia/Kolkata')::date from utility_items where utils_type = 'POL'`,
  )
const open = (shop: TestApp, role: 'owner' | 'content' = 'owner') =>
  shop.app.inject({ method: 'POST', url: '/api/staff/opening/', headers: { ...shop.asStaff(role) } })

test('visitors of a new school read that it opens soon', async () => {
  const shop = await createTestApp({ isClosed: true })
  await describe(shop, { brand: 'Vidya <Live>', email: 'hello@vidya.example' })
  for (const path of ['/', '/home', '/courses/1', '/media/card/course/1.jpg', '/blogs.atom', '//']) {
    const page = await shop.app.inject(path)
    expect([page.statusCode, page.headers['cache-control'], page.headers['x-robots-tag']], path).toEqual([
      200,
      'no-store',
      'noindex, nofollow',
    ])
    expect(page.body).toContain('We open soon.')
    expect(page.body).toContain('Vidya &#60;Live&#62;')
  }
  expect((await shop.app.inject('/robots.txt')).body).toBe('User-agent: *\nDisallow: /\n')
  for (const path of ['/sitemap.xml', '/sitemap-1.xml']) expect((await shop.app.inject(path)).body).not.toContain('<loc>')
})

test('a closed school sells nothing and its machine stays healthy', async () => {
  const shop = await createTestApp({ isClosed: true })
  const { batchId } = await sellCourse(shop.db)
  const calls = [
    await shop.get('/courses/'),
    await shop.post('/auth/register/', { email: 'a@students.example' }),
    await shop.post(`/payment/start-payment/${batchId}/`),
  ]
  for (const { statusCode, body } of calls) expect([statusCode, JSON.parse(body)]).toMatchObject([403, { code: 'not_open' }])
  for (const path of ['/health', '/ready', '/favicon.svg', '/api/site/'])
    expect((await shop.app.inject(path)).statusCode, path).toBe(200)
  expect((await shop.get('/nothing/')).statusCode).toBe(404)
})

test('a school opens once it is described and has its policies', async () => {
  const shop = await createTestApp({ isClosed: true })
  const refused = await open(shop)
  expect([refused.statusCode, refused.json()]).toMatchObject([
    409,
    { code: 'not_ready', missing: ['settings', 'state', 'policies'] },
  ])
  await describe(shop, { brand: 'Vidya Live', state_code: '27' })
  await publishPolicies(shop)
  expect((await open(shop, 'content')).statusCode).toBe(403)
  expect((await open(shop)).json<Opening>()).toMatchObject({ opened_at: expect.any(String), missing: [] })
  expect((await shop.get('/courses/')).statusCode).toBe(200)
  const { rows } = await shop.db.query(`select actor_kind, operation from audit_log where table_name = 'school_opening'`)
  expect(rows).toEqual([{ actor_kind: 'staff', operation: 'update' }])
})

test('five owners who open at once open the school once', async () => {
  const shop = await createTestApp({ isClosed: true })
  await describe(shop, { brand: 'Vidya Live', state_code: '27' })
  await publishPolicies(shop)
  const answers = await Promise.all(Array.from({ length: 5 }, () => open(shop)))
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
  expect((await shop.db.query(`select 1 from audit_log where table_name = 'school_opening'`)).rowCount).toBe(1)
})

test('staff see a closed school with the cookie of a preview', async () => {
  const shop = await createTestApp({ isClosed: true })
  const made = await shop.app.inject({
    method: 'POST',
    url: '/api/staff/opening/preview/',
    headers: { ...shop.asStaff('owner') },
  })
  const cookie = String(made.headers['set-cookie']).split(';')[0] ?? ''
  expect(made.headers['set-cookie']).toMatch(/; HttpOnly; SameSite=Lax$/)
  const read = (value: string) => shop.app.inject({ url: '/api/courses/', headers: { cookie: value } })
  expect((await read(cookie)).statusCode).toBe(200)
  expect((await read(`${cookie.slice(0, -2)}AA`)).statusCode).toBe(403)
  // What the preview has read is no answer for visitors.
  expect((await shop.get('/courses/')).statusCode).toBe(403)
})

test('what is left is listed until the first sale', async () => {
  const shop = await createPayingShop({ isClosed: true })
  const client = staffClient(shop, 'owner')
  const left = async () => {
    const { tasks } = (await client('GET', 'opening/')).as<Opening>()
    return tasks?.flatMap(({ name, done }) => (done ? [] : [name])) ?? null
  }
  expect(await left()).toBeNull()
  await describe(shop, { brand: 'Vidya Live', state_code: '27' })
  await publishPolicies(shop)
  await open(shop)
  expect(await left()).toEqual(['mail', 'webhook', 'policies_read', 'gstin', 'batch'])
  await client('POST', 'opening/policies-read/')
  const { batchId } = await sellCourse(shop.db)
  expect(await left()).toEqual(['mail', 'webhook', 'gstin'])
  const { access } = await signIn(shop)
  const triple = await shop.pay((await shop.start(batchId, access)).order_id)
  await shop.post(`/payment/payment-verify/${batchId}/`, triple, access)
  expect(await left()).toBeNull()
})
