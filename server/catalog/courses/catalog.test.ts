import { expect, test } from 'vitest'
import type { Course, CourseCard } from '#contract/catalog/catalog.ts'
import { loadDemo } from '#server/platform/db/seed/load-demo.ts'
import { cancelBatch, changeBatch } from '#tests/school/change-batch.ts'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { addBatch, sellCourse } from '#tests/school/sell-course.ts'
import { signIn } from '#tests/school/sign-in.ts'

test('the demo has twelve courses and no empty fields', async () => {
  const shop = await createTestApp()
  await loadDemo(shop.db, new Date())
  const courses = (await shop.get('/courses/')).json<CourseCard[]>()
  expect(courses.length).toBeGreaterThanOrEqual(12)
  const open = courses.flatMap((course) => course.upcoming_batches).filter((batch) => batch.can_enroll && batch.capacity === null)
  expect(open.length).toBeGreaterThanOrEqual(4)
  for (const card of courses) {
    const course = (await shop.get(`/courses/${card.id}/`)).json<Course>()
    for (const [field, value] of Object.entries(course)) {
      if (Array.isArray(value) && field !== 'discounts' && field !== 'upcoming_batches')
        expect(value.length, `${card.title} ${field}`).toBeGreaterThan(0)
    }
  }
})

test('sorts available batches first and leaves out cancelled ones', async () => {
  const shop = await createTestApp()
  const { courseId, batchId } = await sellCourse(shop.db, { startsIn: '20 days' })
  const started = await addBatch(shop.db, courseId, { startsIn: '-3 days' })
  const sooner = await addBatch(shop.db, courseId, { startsIn: '5 days' })
  await addBatch(shop.db, courseId, { startsIn: '-200 days' })
  await cancelBatch(shop, await addBatch(shop.db, courseId, { startsIn: '2 days' }))
  const course = (await shop.get(`/courses/${courseId}/`)).json<Course>()
  expect(course.upcoming_batches.map(({ id, status, can_enroll }) => [id, status, can_enroll])).toEqual([
    [sooner, 'Enrolment open', true],
    [batchId, 'Enrolment open', true],
    [started, 'Batch already started', false],
  ])
  expect(course.nearest_batch_date).toBe(course.upcoming_batches[0]?.date)
  expect((await shop.get(`/courses/${courseId}/batches/`)).json()).toEqual(course.upcoming_batches)
})

test('seats count enrolments and live holds; scarcity is shown when true', async () => {
  const shop = await createTestApp()
  const { courseId, batchId } = await sellCourse(shop.db, { capacity: 7 })
  const read = async () => (await shop.get(`/courses/${courseId}/`)).json<Course>().upcoming_batches[0]
  expect(await read()).toMatchObject({ status: 'Enrolment open', seats_left: 7, capacity: 7 })
  for (let taken = 0; taken < 3; taken += 1) {
    const { user } = await signIn(shop)
    await shop.db.query('insert into enrolments (user_id, batch_id, created_at) values ($1, $2, now())', [user.id, batchId])
  }
  expect(await read()).toMatchObject({ status: 'Few seats left', seats_left: 4, can_enroll: true })
  await changeBatch(shop, batchId, { capacity: 3 })
  expect(await read()).toMatchObject({ seats_left: 0, can_enroll: false, status: expect.stringMatching(/^Starts on /) })
})

test.each([
  [149_999, [], 1499.99],
  [4_500_000, [{ value: '20%' }], 36_000],
  [4_500_000, [{ value: '₹5,000' }], 40_000],
  [4_500_000, [{ value: '₹ 5 000' }, { value: '50%' }], 40_000],
  [105_00, [{ value: '12.5%' }], 91.87],
  [105, [{ value: '0.5%' }], 1.04],
])('%i paise with %j cost %d rupees', async (price, discounts, amount) => {
  const shop = await createTestApp()
  const { courseId } = await sellCourse(shop.db, { price, discounts })
  expect((await shop.get(`/courses/${courseId}/`)).json<Course>()).toMatchObject({ price: price / 100, amount })
})

test.each(['20 percent', '101%', '₹44,999.50', '-5%', '', '₹1e3'])('rejects a discount of %j', async (value) => {
  const shop = await createTestApp()
  await expect(sellCourse(shop.db, { discounts: [{ value }] })).rejects.toThrow(/discount_leaves_a_rupee|not-null|null value/)
})

test('unknown and unpublished ids get 404, invalid ids get 400', async () => {
  const shop = await createTestApp()
  const { courseId } = await sellCourse(shop.db)
  await shop.db.query(`update courses set publication = 'draft' where id = $1`, [courseId])
  for (const id of [courseId, 999_999]) {
    const answer = await shop.get(`/courses/${id}/`)
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ message: 'Course not found', code: 'not_found' })
  }
  for (const id of ['0', '-1', 'abc', '1.5', '99999999999', '%00'])
    expect((await shop.get(`/courses/${id}/`)).statusCode, id).toBe(400)
})

test('public answers are the same for students and visitors', async () => {
  const shop = await createTestApp()
  const { courseId } = await sellCourse(shop.db)
  const { access } = await signIn(shop)
  for (const path of ['/courses/', `/courses/${courseId}/`]) {
    const [anonymous, student] = [await shop.get(path), await shop.get(path, access)]
    expect(student.body).toBe(anonymous.body)
    expect(student.body).not.toContain('classroom')
  }
})

test('the batches read before enrolling are current and uncacheable [SEC-066]', async () => {
  const shop = await createTestApp()
  shop.deps.responseCache.markAllStale(true)
  const { courseId, batchId } = await sellCourse(shop.db, { capacity: 3 })
  const path = `/courses/${courseId}/batches/`
  const before = await shop.get(path)
  expect([before.headers['cache-control'], before.headers['etag']]).toEqual(['no-store', undefined])
  expect(before.json()).toMatchObject([{ id: batchId, seats_left: 3, can_enroll: true }])
  const { user } = await signIn(shop)
  await shop.db.query('insert into enrolments (user_id, batch_id, created_at) values ($1, $2, now())', [user.id, batchId])
  await shop.db.query(`insert into courses (id, slug, title, category, description, overview, university, duration, difficulty_level,
    course_type, price_paise) values (77, 'none', 'None', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 100)`)
  expect((await shop.get(path)).json()).toMatchObject([{ seats_left: 2 }])
  expect((await shop.get('/courses/77/batches/')).json()).toEqual([])
  await shop.db.query(`update courses set publication = 'draft' where id = $1`, [courseId])
  expect((await shop.get(path)).statusCode).toBe(404)
})
