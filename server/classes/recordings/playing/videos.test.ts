import { expect, it } from 'vitest'
import type { VideoList } from '#contract/classes/classes.ts'
import { addRecording } from '#tests/school/add-recording.ts'
import { createTestApp, type TestApp } from '#tests/school/create-test-app.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { signIn } from '#tests/school/sign-in.ts'

async function enrol(test: TestApp, email: string, batchId: number): Promise<void> {
  await test.db.query(
    `insert into enrolments (user_id, batch_id, created_at) select id, $2, app_now() from users where email = $1`,
    [email, batchId],
  )
}

const list = async (test: TestApp, batchId: number, token?: string) =>
  (await test.get(`/videos/${batchId}/`, token)).json<VideoList>()

it('shows links to enrolled students only, except for previews [SEC-031]', async () => {
  const test = await createTestApp()
  const { batchId } = await sellCourse(test.db)
  await addRecording(test.db, batchId, { preview: true, captions: 'media/recordings/full-stack-day-1.en.vtt' })
  await addRecording(test.db, batchId, { number: 2 })
  const student = await signIn(test)
  const other = await signIn(test)
  await enrol(test, student.person.email, batchId)

  for (const token of [undefined, other.access]) {
    const { videos, enrolled, course } = await list(test, batchId, token)
    expect([enrolled, course]).toEqual([false, 'Testing in Practice'])
    expect(videos.map((video) => [video.day_number, video.locked, video.video_url === null])).toEqual([
      [1, false, false],
      [2, true, true],
    ])
    expect(videos[0]!.captions_url).toMatch(/^\/media\/recordings\/[\w-]{36}\.[\w-]{43}\/full-stack-day-1\.en\.vtt$/)
  }
  const { videos, enrolled } = await list(test, batchId, student.access)
  expect(enrolled).toBe(true)
  expect(videos.every((video) => !video.locked && video.video_url !== null)).toBe(true)
})

it('hides the links when an enrolment ends [SEC-031]', async () => {
  const test = await createTestApp()
  const { batchId } = await sellCourse(test.db)
  await addRecording(test.db, batchId)
  const student = await signIn(test)
  await enrol(test, student.person.email, batchId)
  expect((await list(test, batchId, student.access)).videos[0]!.video_url).not.toBeNull()
  await test.db.query('update enrolments set ended_at = app_now()')
  expect((await list(test, batchId, student.access)).videos[0]).toMatchObject({ locked: true, video_url: null })
})

it('returns an external address unchanged', async () => {
  const test = await createTestApp()
  const { batchId } = await sellCourse(test.db)
  await addRecording(test.db, batchId, { preview: true, url: 'https://videos.example/day-1.m3u8' })
  expect((await list(test, batchId)).videos[0]!.video_url).toBe('https://videos.example/day-1.m3u8')
})

it('answers 404 for an unknown batch', async () => {
  const test = await createTestApp()
  expect((await test.get('/videos/999999/')).statusCode).toBe(404)
  expect((await test.get('/videos/nonsense/')).statusCode).toBe(400)
})

it('saves the position and ignores one watched earlier', async () => {
  const test = await createTestApp()
  const { batchId } = await sellCourse(test.db)
  const id = await addRecording(test.db, batchId)
  const { access, person } = await signIn(test)
  await enrol(test, person.email, batchId)
  const { now } = await list(test, batchId, access)
  const at = (seconds: number) => new Date(Date.parse(now) - 60_000 + seconds * 1000).toISOString()
  const save = async (position: number, watchedAt: string) =>
    (await test.post(`/recordings/${id}/position/`, { position_seconds: position, watched_at: watchedAt }, access)).json<object>()

  expect(await save(20.7, at(20))).toEqual({ position_seconds: 20, completed: false })
  expect(await save(10, at(10)), 'watched earlier, arrived later').toEqual({ position_seconds: 20, completed: false })
  expect(await save(5, at(30)), 'went back on purpose').toEqual({ position_seconds: 5, completed: false })
  expect(await save(54.4, at(40))).toEqual({ position_seconds: 54, completed: true })
  expect(await save(3, at(50)), 'watched again').toEqual({ position_seconds: 3, completed: true })
  expect((await list(test, batchId, access)).videos[0]).toMatchObject({ position_seconds: 3, completed: true })
})

it('a future watch time counts as now', async () => {
  const test = await createTestApp()
  const { batchId } = await sellCourse(test.db)
  const id = await addRecording(test.db, batchId, { preview: true })
  const { access } = await signIn(test)
  const body = { position_seconds: 9, watched_at: '2999-01-01T00:00:00Z' }
  await test.post(`/recordings/${id}/position/`, body, access)
  await test.passTime('1 minute')
  const later = new Date(Date.now() + 59_000).toISOString()
  const answer = await test.post(`/recordings/${id}/position/`, { position_seconds: 21, watched_at: later }, access)
  expect(answer.json()).toMatchObject({ position_seconds: 21 })
})

it('the latest watch time wins among concurrent saves', async () => {
  const test = await createTestApp()
  const { batchId } = await sellCourse(test.db)
  const id = await addRecording(test.db, batchId, { preview: true })
  const { access } = await signIn(test)
  const start = Date.now() - 60_000
  await Promise.all(
    [7, 31, 12, 40, 3, 25].map((second) =>
      test.post(
        `/recordings/${id}/position/`,
        { position_seconds: second, watched_at: new Date(start + second * 1000).toISOString() },
        access,
      ),
    ),
  )
  expect((await list(test, batchId, access)).videos[0]!.position_seconds).toBe(40)
})

it("saves each student's position separately", async () => {
  const test = await createTestApp()
  const { batchId } = await sellCourse(test.db)
  const id = await addRecording(test.db, batchId, { preview: true })
  const [one, two] = [await signIn(test), await signIn(test)]
  const body = { position_seconds: 30, watched_at: new Date().toISOString() }
  await test.post(`/recordings/${id}/position/`, body, one.access)
  expect((await list(test, batchId, two.access)).videos[0]!.position_seconds).toBe(0)
  expect((await list(test, batchId)).videos[0]!.position_seconds).toBe(0)
})

it.each([
  ['below its start', { position_seconds: -1 }, 400],
  ['beyond its end', { position_seconds: 57 }, 400],
  ['that is not a number', { position_seconds: '12' }, 400],
  ['without a time', { watched_at: undefined }, 400],
  ['at an invalid time', { watched_at: 'yesterday' }, 400],
  ['with an unknown field', { completed: true }, 400],
])('refuses a position %s', async (_, change, status) => {
  const test = await createTestApp()
  const { batchId } = await sellCourse(test.db)
  const id = await addRecording(test.db, batchId, { preview: true })
  const { access } = await signIn(test)
  const body = { position_seconds: 12, watched_at: new Date().toISOString(), ...change }
  expect((await test.post(`/recordings/${id}/position/`, body, access)).statusCode).toBe(status)
  expect((await test.db.query('select 1 from recording_positions')).rowCount).toBe(0)
})

it('saves no position without a login, an enrolment or a recording', async () => {
  const test = await createTestApp()
  const { batchId } = await sellCourse(test.db)
  const id = await addRecording(test.db, batchId)
  const { access, person } = await signIn(test)
  const body = { position_seconds: 12, watched_at: new Date().toISOString() }
  expect((await test.post(`/recordings/${id}/position/`, body)).statusCode).toBe(401)
  expect((await test.post(`/recordings/${id}/position/`, body, access)).statusCode).toBe(404)
  expect((await test.post('/recordings/999999/position/', body, access)).statusCode).toBe(404)
  await enrol(test, person.email, batchId)
  expect((await test.post(`/recordings/${id}/position/`, body, access)).statusCode).toBe(200)
  await test.db.query('update enrolments set ended_at = app_now()')
  expect((await test.post(`/recordings/${id}/position/`, body, access)).statusCode).toBe(404)
})
