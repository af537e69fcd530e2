import { expect, test } from 'vitest'
import type { CodeReview } from '#contract/learning/code-reviews.ts'
import { type CodeReviewRecord, codeReviews } from '#contract/learning/staff/code-reviews.ts'
import { createTestApp, type TestApp } from '#tests/school/create-test-app.ts'
import { sellCourse } from '#tests/school/sell-course.ts'

const words = codeReviews.examples.input
const [comment] = words.comments
const path = '/api/staff/code-reviews/'

/** Returns calls of a member of staff with the role content. */
function staffOf(shop: TestApp) {
  const send = (method: 'POST' | 'PATCH', url: string, payload?: object, version?: number) =>
    shop.app.inject({
      method,
      url: `${path}${url}`,
      headers: { ...shop.asStaff('content'), ...(version === undefined ? {} : { 'if-match': `"${version}"` }) },
      ...(payload ? { payload } : {}),
    })
  const create = async (more: object = {}) => {
    const answer = await send('POST', '', { ...words, ...more })
    expect(answer.statusCode, answer.body).toBe(201)
    return answer.json<CodeReviewRecord>()
  }
  const act = (verb: string, { id, version }: CodeReviewRecord) => send('POST', `${id}/${verb}/`, undefined, version)
  return { send, create, act }
}

const shown = async (shop: TestApp, course?: number) =>
  (await shop.get(`/code-review/${course === undefined ? '' : `?course=${course}`}`)).json<{ review: CodeReview | null }>().review

test('home and course pages each show their own published review', async () => {
  const shop = await createTestApp()
  const staff = staffOf(shop)
  const { courseId } = await sellCourse(shop.db)
  const ofHome = await staff.create()
  const ofCourse = await staff.create({ title: 'Of the course', course_id: courseId })
  expect([await shown(shop), await shown(shop, courseId)]).toEqual([null, null])
  for (const one of [ofHome, ofCourse]) expect((await staff.act('publish', one)).statusCode).toBe(200)
  expect((await shown(shop))?.comments).toEqual(words.comments)
  expect((await shown(shop, courseId))?.title).toBe('Of the course')
  expect(await shown(shop, courseId + 1)).toBeNull()
})

test('a page shows one review, and a second publication is refused', async () => {
  const shop = await createTestApp()
  const staff = staffOf(shop)
  const { courseId } = await sellCourse(shop.db)
  for (const course_id of [null, courseId]) {
    const drafts = [await staff.create({ course_id }), await staff.create({ course_id })]
    const answers = await Promise.all(drafts.map((draft) => staff.act('publish', draft)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
    const refused = answers.find(({ statusCode }) => statusCode === 409)
    expect(refused?.json<{ code: string }>().code).toBe('place_taken')
  }
})

test('a preview shows a draft in place of the published review', async () => {
  const shop = await createTestApp()
  const staff = staffOf(shop)
  await staff.act('publish', await staff.create())
  const { id } = await staff.create({ title: 'The next one' })
  const link = (await staff.send('POST', `${id}/preview/`)).json<{ path: string }>().path
  expect(link).toMatch(/^\/home\?preview=/)
  const preview = new URL(link, 'http://x').searchParams.get('preview') ?? ''
  const answer = await shop.app.inject({ url: '/api/code-review/', headers: { 'x-preview': preview } })
  expect(answer.json<{ review: CodeReview }>().review.title).toBe('The next one')
  expect((await shown(shop))?.title).toBe(words.title)
})

test.each([
  [{ comments: [{ ...comment, last_line: 4 }] }, 409, 'comments'],
  [{ comments: [{ ...comment, answer_last: 5 }] }, 409, 'comments'],
  [{ code_before: 'one line' }, 409, 'comments'],
  [{ comments: [{ ...comment, first_line: 3 }] }, 400, 'last_line'],
  [{ comments: [{ ...comment, answer_first: 4 }] }, 400, 'answer_last'],
  [{ comments: [{ ...comment, answer: null }] }, 400, 'answer'],
  [{ comments: [] }, 400, 'comments'],
  [{ comments: Array.from({ length: 7 }, () => comment) }, 400, 'comments'],
  [{ code_before: 'x\n'.repeat(81).concat('x') }, 400, 'code_before'],
  [{ course_id: 999_999 }, 409, 'course_id'],
  [{ student_name: 'Asha Patil' }, 409, 'origin'],
])('refuses what does not fit the code: %o', async (change, status, field) => {
  const shop = await createTestApp()
  const staff = staffOf(shop)
  const made = await staff.create()
  const answers = [
    await staff.send('POST', '', { ...words, ...change }),
    await staff.send('PATCH', `${made.id}/`, change, made.version),
  ]
  for (const answer of answers) {
    expect([answer.statusCode, Object.keys(answer.json<object>())], answer.body).toEqual([
      status,
      expect.arrayContaining([field]),
    ])
  }
})

test('lines of code keep their indent and end alike', async () => {
  const shop = await createTestApp()
  const { code_before, code_after } = await staffOf(shop).create({
    code_before: '\tif (a)\r\n\t\treturn\r\n',
    code_after: '  a\r\r  b\n',
  })
  expect([code_before, code_after]).toEqual(['\tif (a)\n\t\treturn', '  a\n\n  b'])
})

test.each([{ student_name: null }, { completed_on: null }, { consented_on: null }, { consented_on: '2026-06-29' }])(
  'names no student without a consent after the course: %o',
  async (lacking) => {
    const shop = await createTestApp()
    const staff = staffOf(shop)
    const consent = { origin: 'named', student_name: 'Asha Patil', completed_on: '2026-06-30', consented_on: '2026-06-30' }
    const refused = await staff.act('publish', await staff.create({ ...consent, ...lacking }))
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([409, 'consent_missing'])
    const published = (await staff.act('publish', await staff.create(consent))).json<CodeReviewRecord>()
    expect((await shown(shop))?.student_name).toBe('Asha Patil')
    expect((await staff.send('PATCH', `${published.id}/`, lacking, published.version)).statusCode).toBe(409)
    const { rows } = await shop.db.query(
      `select changes from audit_log where table_name = 'code_reviews' and changes::text like '%Asha%'`,
    )
    expect(rows, 'the log masks the name').toEqual([])
  },
)
