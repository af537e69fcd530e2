import { expect, test } from 'vitest'
import type { CourseCard, NextStart } from '#contract/catalog/catalog.ts'
import { primeKeywords } from '#contract/rules.ts'
import { cancelBatch } from '#tests/school/change-batch.ts'
import { createTestApp, type TestApp } from '#tests/school/create-test-app.ts'
import { addBatch, sellCourse } from '#tests/school/sell-course.ts'

interface HomeCourses {
  total: number
  courses: CourseCard[]
  prime: CourseCard[]
}

interface CoursePage {
  items: CourseCard[]
  next: number | null
}

const read = async (shop: TestApp) => (await shop.get('/home-courses/')).json<HomeCourses>()

/** Inserts published courses without batches: a title and a category each. */
async function addCourses(shop: TestApp, courses: [title: string, category: string][]): Promise<void> {
  await shop.db.query(
    `insert into courses (slug, title, category, description, overview, university, duration, difficulty_level, course_type, price_paise)
     select 'c' || n, title, category, 'D', 'O', 'U', '12 weeks', 'Beginner', 'Live online', 100000
     from unnest($1::text[], $2::text[]) with ordinality as given (title, category, n)`,
    [courses.map(([title]) => title), courses.map(([, category]) => category)],
  )
}

test('categories are counted in the order of their first course', async () => {
  const shop = await createTestApp()
  await addCourses(shop, [
    ['One', 'Design'],
    ['Two', 'Cloud'],
    ['Three', 'Design'],
    ['Four', 'Data'],
  ])
  await shop.db.query(`update courses set publication = 'draft' where title = 'Four'`)
  expect((await shop.get('/categories/')).json()).toEqual([
    { name: 'Design', courses: 2, has_new_batches: false },
    { name: 'Cloud', courses: 1, has_new_batches: false },
  ])
})

test('the landing page reads six courses of each category', async () => {
  const shop = await createTestApp()
  await addCourses(
    shop,
    Array.from({ length: 20 }, (_, n) => [`Course ${n}`, n % 2 ? 'Cloud' : 'Design']),
  )
  const { total, courses } = await read(shop)
  expect(total).toBe(20)
  expect(courses.map(({ title }) => title)).toEqual(Array.from({ length: 12 }, (_, n) => `Course ${n}`))
})

test('prime courses have a keyword as a whole word', async () => {
  const shop = await createTestApp()
  const titles = ['AI Basics', 'Training with HTML', 'Full Stack', 'MLOps', 'Notes on ML', 'cloud work', 'Cloud-native', 'ÀAI']
  await addCourses(
    shop,
    titles.map((title) => [title, 'Any']),
  )
  const { prime } = await read(shop)
  expect(prime.map(({ title }) => title)).toEqual(['AI Basics', 'Full Stack', 'Notes on ML', 'Cloud-native'])
})

test('a card on the landing page has the next batch', async () => {
  const shop = await createTestApp()
  const { courseId } = await sellCourse(shop.db, { startsIn: '-1 day' })
  await addBatch(shop.db, courseId, { startsIn: '30 days' })
  const next = await addBatch(shop.db, courseId, { startsIn: '20 days' })
  const [card] = (await read(shop)).courses
  expect(card?.upcoming_batches.map(({ id }) => id)).toEqual([next])
  expect(card?.nearest_batch_date).toBe(card?.upcoming_batches[0]?.date)
})

test('next starts are the first four batches with a free seat', async () => {
  const shop = await createTestApp()
  const { courseId, batchId: third } = await sellCourse(shop.db, { startsIn: '12 days' })
  const add = (startsIn: string, given: object = {}) => addBatch(shop.db, courseId, { startsIn, ...given })
  const full = await add('1 day', { capacity: 1 })
  await shop.db.query(
    `with student as (insert into users (email, full_name, verified_at) values ('asha@example.com', 'Asha', now()) returning id)
     insert into enrolments (user_id, batch_id, created_at) select id, $1, now() from student`,
    [full],
  )
  await cancelBatch(shop, await add('2 days'))
  await add('-1 day')
  const second = await add('11 days', { capacity: 5 })
  const first = await add('10 days')
  const fourth = await add('13 days')
  await add('14 days')
  const hidden = await sellCourse(shop.db, { startsIn: '3 days' })
  await shop.db.query(`update courses set publication = 'draft' where id = $1`, [hidden.courseId])
  const starts = (await shop.get('/next-starts/')).json<NextStart[]>()
  expect(starts.map(({ batch }) => batch.id)).toEqual([first, second, third, fourth])
  expect(starts[1]).toMatchObject({ course: { id: courseId, amount: 45_000 }, batch: { seats_left: 5, can_enroll: true } })
})

test('the catalogue is paged by id, also within a category', async () => {
  const shop = await createTestApp()
  await addCourses(
    shop,
    Array.from({ length: 60 }, (_, n) => [`Course ${n}`, n % 2 ? 'Cloud' : 'Design']),
  )
  const titlesOf = async (query: string) => {
    const titles: string[] = []
    let next: number | null = 0
    const pages: number[] = []
    while (next !== null) {
      const answer: CoursePage = (await shop.get(`/course-page/?${query}${next ? `&after=${next}` : ''}`)).json()
      titles.push(...answer.items.map(({ title }) => title))
      pages.push(answer.items.length)
      next = answer.next
    }
    return { titles, pages }
  }
  const all = await titlesOf('')
  expect([all.pages, new Set(all.titles).size]).toEqual([[24, 24, 12], 60])
  const clouds = await titlesOf('category=CLOUD')
  expect([clouds.pages, clouds.titles[0]]).toEqual([[24, 6], 'Course 1'])
  expect(await titlesOf('category=basket')).toEqual({ titles: [], pages: [0] })
  expect((await shop.get('/course-page/?after=x')).statusCode).toBe(400)
})

test('the index of prime courses has the keywords of the rules', async () => {
  const shop = await createTestApp()
  const { rows } = await shop.db.query<{ condition: string }>(
    `select pg_get_expr(indpred, indrelid) as condition from pg_index where indexrelid = 'prime_courses_by_id'::regclass`,
  )
  expect(rows[0]?.condition).toContain(`(?:${primeKeywords.join('|')})`)
})
