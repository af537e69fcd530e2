import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Course } from '#contract/catalog/catalog.ts'
import { amountToPay } from '#contract/catalog/discount.ts'
import { type CourseRecord, courses } from '#contract/catalog/staff/courses.ts'
import { createTestApp, type TestApp } from '#tests/school/create-test-app.ts'
import { addBatch } from '#tests/school/sell-course.ts'

const path = '/api/staff/courses/'
const course = courses.examples.input

function send(shop: TestApp, method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object | string, version?: number) {
  const headers = {
    ...shop.asStaff('content'),
    ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
    ...(typeof payload === 'string' ? { 'content-type': 'application/json' } : {}),
  }
  return shop.app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) })
}

async function create(shop: TestApp, more: Partial<typeof course> = {}): Promise<CourseRecord> {
  const answer = await send(shop, 'POST', path, { ...course, ...more })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<CourseRecord>()
}

test('a new course is a draft until it is published', async () => {
  const shop = await createTestApp()
  const draft = await create(shop)
  expect(draft).toMatchObject({ ...course, amount: 36000, publication: 'draft', version: 1 })
  expect((await shop.get(`/courses/${draft.id}/`)).statusCode).toBe(404)
  const published = await send(shop, 'POST', `${path}${draft.id}/publish/`, undefined, draft.version)
  expect(published.json()).toMatchObject({ publication: 'published' })
  const shown = (await shop.get(`/courses/${draft.id}/`)).json<Course>()
  const { slug: _slug, image: _image, certificate_rule: _rule, certificate_percent: _percent, ...content } = course
  expect(shown).toMatchObject(content)
  const archived = await send(shop, 'POST', `${path}${draft.id}/archive/`, undefined, published.json<CourseRecord>().version)
  expect(archived.json()).toMatchObject({ publication: 'archived' })
  expect((await shop.get(`/courses/${draft.id}/`)).statusCode).toBe(404)
})

test('a preview link shows a draft with its batches', async () => {
  const shop = await createTestApp()
  const draft = await create(shop)
  await addBatch(shop.db, draft.id, {})
  const link = await send(shop, 'POST', `${path}${draft.id}/preview/`)
  const { searchParams, pathname } = new URL(link.json<{ path: string }>().path, 'http://x')
  expect(pathname).toBe(`/courses/${draft.id}`)
  const headers = { 'x-preview': searchParams.get('preview') ?? '' }
  const shown = await shop.app.inject({ url: `/api/courses/${draft.id}/`, headers })
  expect(shown.json<Course>().upcoming_batches).toHaveLength(1)
  expect(shown.headers['cache-control']).toBe('no-store')
  expect((await shop.app.inject({ url: `/api/courses/`, headers })).json()).toHaveLength(1)
  expect((await shop.get('/courses/')).json()).toEqual([])
})

test('a change replaces only the given fields', async () => {
  const shop = await createTestApp()
  const made = await create(shop)
  const answer = await send(shop, 'PATCH', `${path}${made.id}/`, { price: 50000.5, image: null, objectives: [] }, made.version)
  expect(answer.json()).toEqual({ ...made, price: 50000.5, amount: 40000.4, objectives: [], version: made.version + 1 })
})

test.each([
  { discounts: [{ value: 'free' }] },
  { discounts: [{ value: '101%' }] },
  { price: 0.5 },
  { price: 1.005 },
  { price: 10_000_001 },
  { slug: 'Full Stack' },
  { curriculum: [{ One: ['a'], Two: ['b'] }] },
  { curriculum: [{ One: [{ Two: [{ Three: [{ Four: [{ Five: ['x'] }] }] }] }] }] },
  { curriculum: [{ '': ['a'] }] },
  { module_weeks: [0] },
  { faqs: [{ question: 'Why?', answers: [] }] },
  { image: 'javascript:alert(1)' },
  { publication: 'published' },
  { amount: 1 },
])('refuses the course %o', async (wrong) => {
  const shop = await createTestApp()
  expect((await send(shop, 'POST', path, { ...course, ...wrong })).statusCode).toBe(400)
  expect((await shop.db.query('select 1 from courses')).rowCount).toBe(0)
})

test('refuses a discount that leaves less than a rupee', async () => {
  const shop = await createTestApp()
  const made = await create(shop, { price: 5000, discounts: [] })
  const answer = await send(shop, 'PATCH', `${path}${made.id}/`, { discounts: [{ value: '₹5,000' }] }, made.version)
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([409, 'discount_invalid'])
})

test('refuses a slug that another course has', async () => {
  const shop = await createTestApp()
  await create(shop)
  const answer = await send(shop, 'POST', path, course)
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([409, 'slug_taken'])
})

test('rejects a curriculum that is nested too deep for a parser', async () => {
  const shop = await createTestApp()
  const deep = `${'{"a":['.repeat(20_000)}"x"${']}'.repeat(20_000)}`
  const answer = await send(shop, 'POST', path, `{"curriculum":[${deep}]}`)
  expect(answer.statusCode).toBe(400)
})

test('accepts a record of 50 KiB and rejects one of 300', async () => {
  const shop = await createTestApp()
  const lines = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ [`Part ${index}`]: Array.from({ length: 40 }, () => 'Topic '.repeat(4)) }))
  expect((await create(shop, { curriculum: lines(50) })).curriculum).toHaveLength(50)
  expect((await send(shop, 'POST', path, { ...course, slug: 'b', curriculum: lines(300) })).statusCode).toBe(413)
})

test('shows the price that the database computes', async () => {
  const shop = await createTestApp()
  const price = fc.integer({ min: 100, max: 1_000_000_000 })
  const value = fc.oneof(
    fc.float({ min: 0, max: 120, noNaN: true }).map((percent) => `${percent.toFixed(2)}%`),
    fc.integer({ min: 0, max: 999_999_999 }).map((rupees) => `₹${rupees.toLocaleString('en-IN')}`),
    fc.constantFrom('20 %', '₹ 5,000.50', '100%', '0%', 'free', '', '%', '1e3', '-5%', '1.23456%'),
  )
  const cases = fc.sample(
    fc.tuple(
      price,
      fc.array(
        value.map((text) => ({ value: text })),
        { maxLength: 2 },
      ),
    ),
    { numRuns: 400, seed: 7 },
  )
  const { rows } = await shop.db.query<{ amount: string | null }>(
    `select case when pay >= 100 then pay end as amount
     from jsonb_array_elements($1) with ordinality as t (given, place)
     cross join lateral (select amount_to_pay((given ->> 'price')::bigint, given -> 'discounts') as pay) p order by place`,
    [JSON.stringify(cases.map(([paise, discounts]) => ({ price: paise, discounts })))],
  )
  expect(rows.map(({ amount }) => (amount === null ? null : Number(amount)))).toEqual(
    cases.map(([paise, discounts]) => amountToPay(paise, discounts)),
  )
})
