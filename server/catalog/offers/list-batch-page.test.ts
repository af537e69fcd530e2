import { expect, test } from 'vitest'
import type { BatchOfCourse, BatchRow } from '#contract/catalog/catalog.ts'
import { cancelBatch } from '#tests/school/change-batch.ts'
import { createTestApp, type TestApp } from '#tests/school/create-test-app.ts'
import { addBatch, planBatch, sellCourse, startBatch } from '#tests/school/sell-course.ts'

interface BatchPage {
  items: BatchRow[]
  next: number | null
  total: number
}

const read = async (shop: TestApp, query = '') => (await shop.get(`/batch-page/?${query}`)).json<BatchPage>()
const idsOf = async (shop: TestApp, query: string) => (await read(shop, query)).items.map(({ batch }) => batch.id)

test('started and cancelled batches are left out, full ones stay', async () => {
  const shop = await createTestApp()
  const { courseId, batchId: open } = await sellCourse(shop.db)
  const full = await addBatch(shop.db, courseId, { startsIn: '3 days', capacity: 1 })
  await addBatch(shop.db, courseId, { startsIn: '-1 day' })
  await cancelBatch(shop, await addBatch(shop.db, courseId))
  await shop.db.query(`insert into users (id, email, full_name) overriding system value values (1, 'a@example.com', 'A')`)
  await shop.db.query(`insert into enrolments (user_id, batch_id, created_at) values (1, $1, now())`, [full])
  const hidden = await sellCourse(shop.db)
  await shop.db.query(`update courses set publication = 'draft' where id = $1`, [hidden.courseId])
  const { items, total, next } = await read(shop)
  expect(items.map(({ batch }) => [batch.id, batch.can_enroll])).toEqual([
    [full, false],
    [open, true],
  ])
  expect([total, next]).toEqual([2, null])
  expect(items[1]?.course).toMatchObject({ id: courseId, title: 'Testing in Practice', price: 45_000, amount: 45_000 })
})

test('batches of one moment are paged by id', async () => {
  const shop = await createTestApp()
  const { courseId } = await sellCourse(shop.db, { startsIn: '90 days' })
  await shop.db.query(
    `insert into batches (course_id, starts_at, ends_at, time_text, class_minutes, weekdays, mode_of_training, batch_type,
       instructor_id, classroom_url)
     select $1, date_trunc('day', app_now()) + (2 + n / 30) * interval '1 day', app_now() + interval '90 days', '7 PM', 90, '{1}', 'Live',
       'Evening', i.id, 'https://classroom.example/room' from generate_series(1, 99) n, instructors i`,
    [courseId],
  )
  const found: number[] = []
  const sizes: number[] = []
  for (let next: number | null = 0; next !== null; ) {
    const page: BatchPage = await read(shop, next ? `after=${next}` : '')
    expect(page.total).toBe(100)
    found.push(...page.items.map(({ batch }) => batch.id))
    sizes.push(page.items.length)
    next = page.next
  }
  const { rows } = await shop.db.query<{ id: number }>('select id from batches order by starts_at, id')
  expect(found).toEqual(rows.map(({ id }) => id))
  expect(sizes).toEqual([40, 40, 20])
  expect((await read(shop, 'after=999999')).items).toEqual([])
})

test('each filter narrows the new batches', async () => {
  const shop = await createTestApp()
  const { courseId, batchId: evening } = await sellCourse(shop.db, { price: 3_600_000 })
  const morning = await addBatch(shop.db, courseId, { startsIn: '11 days' })
  const mixed = await addBatch(shop.db, courseId, { startsIn: '12 days' })
  const cheap = await sellCourse(shop.db, { price: 3_000_000, startsIn: '20 days' })
  await shop.db.query(`update courses set category = 'Cloud', difficulty_level = 'Beginner to intermediate' where id = $1`, [
    cheap.courseId,
  ])
  await planBatch(shop.db, evening, { clock: '17:00', weekdays: [1, 3, 5] })
  await planBatch(shop.db, morning, { clock: '11:59', weekdays: [6, 7] })
  await planBatch(shop.db, mixed, { clock: '16:59', weekdays: [5, 6] })
  await planBatch(shop.db, cheap.batchId, { clock: '12:00', weekdays: [7] })
  const all = [evening, morning, mixed, cheap.batchId]
  expect(await idsOf(shop, '')).toEqual(all)
  expect(await idsOf(shop, 'days=weekday')).toEqual([evening, mixed])
  expect(await idsOf(shop, 'days=weekend')).toEqual([morning, mixed, cheap.batchId])
  expect(await idsOf(shop, 'time=morning')).toEqual([morning])
  expect(await idsOf(shop, 'time=afternoon')).toEqual([mixed, cheap.batchId])
  expect(await idsOf(shop, 'time=evening')).toEqual([evening])
  expect(await idsOf(shop, 'level=beginner')).toEqual(all)
  expect(await idsOf(shop, 'level=intermediate')).toEqual([cheap.batchId])
  expect(await idsOf(shop, 'level=advanced')).toEqual([])
  expect(await idsOf(shop, 'fee=up-to-30000')).toEqual([cheap.batchId])
  expect(await idsOf(shop, 'fee=30000-to-40000')).toEqual([evening, morning, mixed])
  expect(await idsOf(shop, 'fee=above-40000')).toEqual([])
  expect(await idsOf(shop, 'category=CLOUD')).toEqual([cheap.batchId])
  expect(await idsOf(shop, 'days=weekend&time=afternoon&category=devops')).toEqual([mixed])
  expect((await read(shop, 'days=weekend')).total).toBe(3)
  expect((await shop.get('/batch-page/?time=never')).statusCode).toBe(400)
})

test('a category says whether it has a new batch', async () => {
  const shop = await createTestApp()
  const { batchId } = await sellCourse(shop.db)
  const read = async () => (await shop.get('/categories/')).json()
  expect(await read()).toEqual([{ name: 'DevOps', courses: 1, has_new_batches: true }])
  await startBatch(shop.db, batchId, '-1 day')
  shop.deps.responseCache.markAllStale(false)
  expect(await read()).toEqual([{ name: 'DevOps', courses: 1, has_new_batches: false }])
})

test('one batch is read with its course until it ends', async () => {
  const shop = await createTestApp()
  const { courseId, batchId } = await sellCourse(shop.db, { discounts: [{ value: '20%' }] })
  const answer = await shop.get(`/batches/${batchId}/`)
  expect(answer.json<BatchOfCourse>()).toMatchObject({
    course: { id: courseId, image: `media/art/course/${courseId}.svg`, price: 45_000, amount: 36_000 },
    batch: { id: batchId, can_enroll: true, status: 'Enrolment open' },
  })
  await shop.passTime('11 days')
  shop.deps.responseCache.markAllStale(false)
  expect((await shop.get(`/batches/${batchId}/`)).json<BatchOfCourse>().batch.status).toBe('Batch already started')
  await shop.passTime('100 days')
  shop.deps.responseCache.markAllStale(false)
  expect((await shop.get(`/batches/${batchId}/`)).statusCode).toBe(404)
})
