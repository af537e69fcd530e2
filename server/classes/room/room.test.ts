import { expect, it } from 'vitest'
import type { Room } from '#contract/classes/classes.ts'
import type { EnrolledCourse } from '#contract/enrolment/enrolment.ts'
import { addRecording } from '#tests/school/add-recording.ts'
import { cancelBatch } from '#tests/school/change-batch.ts'
import { sixClasses } from '#tests/school/class-shop.ts'
import { createTestApp, type TestApp } from '#tests/school/create-test-app.ts'
import { addBatch, planBatch, sellCourse } from '#tests/school/sell-course.ts'
import { signIn } from '#tests/school/sign-in.ts'

async function enrol(test: TestApp, email: string, batchId: number): Promise<void> {
  await test.db.query(
    `insert into enrolments (user_id, batch_id, created_at) select id, $2, app_now() from users where email = $1`,
    [email, batchId],
  )
}

/** A student enrolled in a batch with classes on Mondays, Wednesdays and Fridays at 19:30 IST. */
async function attend(test: TestApp, days: { clock?: string; last_day?: string } = {}) {
  const { courseId, batchId } = await sellCourse(test.db)
  await planBatch(test.db, batchId, { ...sixClasses, ...days })
  const student = await signIn(test)
  await enrol(test, student.person.email, batchId)
  const read = async () => (await test.get(`/enrolled-courses/${courseId}/`, student.access)).json<Room>()
  return { courseId, batchId, student, read }
}

/** Sets the database clock and moves the expiry of the sessions along. */
async function setTime(test: TestApp, instant: string): Promise<void> {
  await test.db.query(`update app_clock set "offset" = $1::timestamptz - now()`, [instant])
  await test.db.query(
    `update sessions set expires_at = app_now() + interval '1 day', idle_expires_at = app_now() + interval '1 day'`,
  )
}

it('returns the course with the classes of its batch in IST', async () => {
  const test = await createTestApp()
  const { courseId, batchId, read } = await attend(test)
  await setTime(test, '2031-02-01T06:00:00Z')
  const room = await read()
  expect(room.course).toMatchObject({ id: courseId, title: 'Testing in Practice', image: `media/art/course/${courseId}.svg` })
  const [batch] = room.batches
  expect(batch).toMatchObject({
    batch_id: batchId,
    state: 'ahead',
    status: 'Starts on 3 Feb 2031',
    classroom_url: `http://127.0.0.1:3000/join/${batch!.coming[0]!.session_id}`,
    classes_held: 0,
    classes_total: 6,
    awaited: null,
    recordings: [],
  })
  expect(batch!.coming.map((one) => one.starts_at.slice(0, 16))).toEqual([
    '2031-02-03T14:00',
    '2031-02-05T14:00',
    '2031-02-07T14:00',
    '2031-02-10T14:00',
    '2031-02-12T14:00',
    '2031-02-14T14:00',
  ])
  expect(batch!.coming[0]).toEqual({
    session_id: expect.any(Number),
    day_number: 1,
    starts_at: '2031-02-03T14:00:00.000Z',
    opens_at: '2031-02-03T13:45:00.000Z',
    ends_at: '2031-02-03T15:30:00.000Z',
  })
})

it('the enrolled list names the next class', async () => {
  const test = await createTestApp()
  const { batchId, student } = await attend(test)
  const read = async () => {
    const answer = (await test.get('/enrolled-courses/', student.access)).json<{ 'enrolled courses': EnrolledCourse[] }>()
    return answer['enrolled courses'][0]?.enrolled_batches[0]?.next_class
  }
  await setTime(test, '2031-02-05T15:29:00Z')
  expect(await read()).toEqual({
    session_id: expect.any(Number),
    day_number: 2,
    starts_at: '2031-02-05T14:00:00.000Z',
    ends_at: '2031-02-05T15:30:00.000Z',
  })
  await setTime(test, '2031-02-05T15:30:00Z')
  expect(await read()).toMatchObject({ day_number: 3 })
  await setTime(test, '2031-02-15T00:00:00Z')
  expect(await read()).toBeNull()
  await setTime(test, '2031-02-05T15:30:00Z')
  await cancelBatch(test, batchId)
  expect(await read()).toBeNull()
})

it('counts days in IST where they differ from UTC', async () => {
  const test = await createTestApp()
  // Monday 00:15 in India is Sunday evening in UTC.
  const { read } = await attend(test, { clock: '00:15', last_day: '2031-02-07' })
  await setTime(test, '2031-02-01T06:00:00Z')
  expect((await read()).batches[0]!.coming.map((one) => one.starts_at.slice(0, 16))).toEqual([
    '2031-02-02T18:45',
    '2031-02-04T18:45',
    '2031-02-06T18:45',
  ])
})

it.each([
  ['a minute before the classroom opens', '2031-02-05T13:44:00Z', 2, 1],
  ['when the classroom opens', '2031-02-05T13:45:00Z', 2, 1],
  ['while the class runs', '2031-02-05T15:29:00Z', 2, 1],
  ['when it is over', '2031-02-05T15:30:00Z', 3, 2],
])('returns the next class %s by the database clock', async (_, at, next, held) => {
  const test = await createTestApp()
  const { read } = await attend(test)
  await setTime(test, at)
  const { now, batches } = await read()
  expect(Date.parse(now)).toBeGreaterThanOrEqual(Date.parse(at))
  expect(batches[0]).toMatchObject({ state: 'running', status: 'Batch already started', classes_held: held })
  expect(batches[0]!.coming[0]!.day_number).toBe(next)
  const opensAt = Date.parse(batches[0]!.coming[0]!.opens_at)
  expect(opensAt).toBe(Date.parse(batches[0]!.coming[0]!.starts_at) - 15 * 60_000)
})

it('awaits the latest recording until the next morning', async () => {
  const test = await createTestApp()
  const { batchId, read } = await attend(test)
  await setTime(test, '2031-02-05T15:31:00Z')
  expect((await read()).batches[0]!.awaited).toMatchObject({ day_number: 2 })
  await addRecording(test.db, batchId, { number: 2, title: 'Day two', url: 'media/recordings/x.mp4' })
  const { awaited, recordings } = (await read()).batches[0]!
  expect(awaited).toBeNull()
  expect(recordings.map((one) => [one.day_number, one.title, one.position_seconds])).toEqual([[2, 'Day two', 0]])
  expect(JSON.stringify(recordings), 'the room contains no address').not.toContain('x.mp4')
  await test.db.query('delete from recordings')
  await setTime(test, '2031-02-06T04:29:00Z')
  expect((await read()).batches[0]!.awaited).toMatchObject({ day_number: 2 })
  await planBatch(test.db, batchId, { weekdays: [3] })
  await setTime(test, '2031-02-07T15:31:00Z')
  expect((await read()).batches[0]!.awaited).toBeNull()
})

it('shows a completed batch without upcoming classes', async () => {
  const test = await createTestApp()
  const { read } = await attend(test)
  await setTime(test, '2031-02-20T06:00:00Z')
  expect((await read()).batches[0]).toMatchObject({
    state: 'completed',
    status: 'Completed',
    coming: [],
    awaited: null,
    classes_held: 6,
  })
})

it('hides the classroom of a cancelled batch', async () => {
  const test = await createTestApp()
  const { batchId, read } = await attend(test)
  await setTime(test, '2031-02-06T06:00:00Z')
  await cancelBatch(test, batchId)
  await setTime(test, '2031-02-12T06:00:00Z')
  expect((await read()).batches[0]).toMatchObject({
    state: 'cancelled',
    status: 'Cancelled',
    coming: [],
    classroom_url: null,
    classes_held: 2,
  })
})

it('sorts batches by their next class', async () => {
  const test = await createTestApp()
  const { courseId, batchId, student, read } = await attend(test)
  const over = await addBatch(test.db, courseId, {})
  const sooner = await addBatch(test.db, courseId, {})
  await setTime(test, '2031-02-01T06:00:00Z')
  await planBatch(test.db, over, { first_day: '2030-01-01', last_day: '2030-02-01' })
  await planBatch(test.db, sooner, { first_day: '2031-02-02', clock: '09:30', last_day: '2031-03-01' })
  await enrol(test, student.person.email, over)
  await enrol(test, student.person.email, sooner)
  expect((await read()).batches.map((batch) => batch.batch_id)).toEqual([sooner, batchId, over])
})

it('answers 404 without details to students who are not enrolled [SEC-031]', async () => {
  const test = await createTestApp()
  const { courseId, student } = await attend(test)
  const other = await signIn(test)
  expect((await test.get(`/enrolled-courses/${courseId}/`)).statusCode).toBe(401)
  const refused = await test.get(`/enrolled-courses/${courseId}/`, other.access)
  expect(refused.statusCode).toBe(404)
  expect(refused.body).not.toContain('classroom')
  expect((await test.get('/enrolled-courses/999999/', student.access)).statusCode).toBe(404)
  expect((await test.get('/enrolled-courses/nonsense/', student.access)).statusCode).toBe(400)
  await test.db.query('update enrolments set ended_at = app_now()')
  expect((await test.get(`/enrolled-courses/${courseId}/`, student.access)).statusCode).toBe(404)
})
