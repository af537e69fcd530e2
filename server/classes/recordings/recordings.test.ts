import { expect, test } from 'vitest'
import type { Room, VideoList } from '#contract/classes/classes.ts'
import type { ClassRecording, RecordingRecord } from '#contract/classes/staff/recordings.ts'
import { addTeacher } from '#tests/school/add-instructor.ts'
import { type ClassShop, createClassShop, february } from '#tests/school/class-shop.ts'
import { endPlaces } from '#tests/school/places.ts'
import { signIn } from '#tests/school/sign-in.ts'
import { addStaff } from '#tests/school/staff.ts'
import { staffClient, type StaffClient } from '#tests/school/staff-client.ts'
import { system } from '#server/platform/auth/principal.ts'
import { announceRecording } from './announce-recording.ts'
import { remindOfMissingRecordings } from './remind-of-missing-recordings.ts'
import { announceRecordingJob } from './jobs.ts'

const youtube = 'https://youtu.be/dQw4w9WgXcQ'
const player = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'

/** A batch whose first class is over, with its instructor, another instructor and a student who is signed in. */
async function createSchool(students = 0) {
  const shop = await createClassShop(students)
  const student = await signIn(shop)
  await shop.enrolUser(student.user.id)
  const tara = await addTeacher(shop)
  await shop.setClock(february('03', '16:00'))
  const { id: session } = await shop.nth(1)
  return {
    shop,
    student,
    session,
    office: staffClient(shop, 'content', await addStaff(shop, 'content')),
    meera: staffClient(shop, 'instructor', shop.instructor),
    tara: { ...tara, call: staffClient(shop, 'instructor', tara) },
    videos: async (access = student.access) => (await shop.get(`/videos/${shop.batchId}/`, access)).json<VideoList>().videos,
    room: async () =>
      (await shop.get(`/enrolled-courses/${shop.courseId}/`, student.access)).json<Room>().batches[0]?.classes[0]?.recording,
  }
}

const add = (call: StaffClient, session: number, more: object = {}) =>
  call('POST', 'recordings/', { body: { session_id: session, title: 'Locks', url: youtube, ...more } })
const stateOf = async (call: StaffClient, session: number) =>
  (await call('GET', `class-recordings/${session}/`)).as<ClassRecording>().state
const announce = (shop: ClassShop) =>
  shop.deps.jobs.drain(announceRecordingJob, (job) => announceRecording(shop.deps, system, job))
const subjects = async (shop: ClassShop, to: string) => (await shop.mails(to)).map(({ subject }) => subject)

test('a link is normalised, and its students can watch it', async () => {
  const { shop, office, session, videos, room } = await createSchool()
  expect(await room()).toBe('expected')
  const made = await add(office, session, { duration_minutes: 90 })
  expect([made.status, made.as()]).toMatchObject([
    201,
    {
      session_id: session,
      batch_id: shop.batchId,
      number: 1,
      kind: 'youtube',
      url: player,
      duration_minutes: 90,
      state: 'ready',
      watched_by: 0,
    },
  ])
  expect(await videos()).toMatchObject([
    { title: 'Locks', kind: 'youtube', video_url: player, date: '2031-02-03', locked: false },
  ])
  expect(await room()).toBe('ready')
  expect((await videos('')).map(({ locked, video_url }) => [locked, video_url])).toEqual([[true, null]])
  const { rows } = await shop.db.query(`select changes -> 'video_url' as url from audit_log where table_name = 'recordings'`)
  expect(rows).toEqual([{ url: { before: null, after: 'masked' } }])
})

test.each([
  [{ url: 'https://videos.example/lesson.mp4' }, 400],
  [{ url: 'http://youtu.be/dQw4w9WgXcQ' }, 400],
  [{ url: 'javascript:alert(1)' }, 400],
  [{ url: 'media/recordings/other-batch.mp4' }, 400],
  [{ url: 'https://school.example/media/recordings/other-batch.mp4' }, 400],
  [{ title: '' }, 400],
  [{ title: 'a\u0000b' }, 400],
  [{ session_id: 999_999 }, 404],
  [{ session_id: 2 ** 31 }, 400],
  [{ duration_minutes: -1 }, 400],
  [{ is_preview: true }, 400],
  [{ batch_id: 1 }, 400],
])('refuses a recording with %o', async (more, status) => {
  const { shop, office, session } = await createSchool()
  const answer = await add(office, session, more)
  expect(answer.status).toBe(status)
  expect((await shop.db.query('select 1 from recordings')).rowCount).toBe(0)
})

test('plays files of the hosts that the operator names', async () => {
  const { shop, office, session } = await createSchool()
  shop.deps.config.recordingOrigins = ['https://videos.example']
  const made = await add(office, session, { url: 'https://videos.example/a/index.m3u8' })
  expect([made.status, made.as()]).toMatchObject([201, { kind: 'hls' }])
})

test('a class ahead or cancelled gets no recording', async () => {
  const { shop, office } = await createSchool()
  expect((await add(office, (await shop.nth(2)).id)).error).toMatchObject({ code: 'class_ahead' })
  const second = await shop.nth(2)
  await shop.verb(second, 'cancel/')
  expect((await add(office, second.id)).error).toMatchObject({ code: 'class_cancelled' })
})

test('a withheld recording opens to no student', async () => {
  const { shop, office, session, student, videos, room } = await createSchool()
  const made = (await add(office, session)).as<RecordingRecord>()
  expect((await office('POST', `recordings/${made.id}/release/`, { version: 1 })).error).toMatchObject({ code: 'not_withheld' })
  const body = { reason: 'A student asked not to be seen.' }
  const withheld = (await office('POST', `recordings/${made.id}/withhold/`, { body, version: 1 })).as<RecordingRecord>()
  expect(withheld).toMatchObject({ state: 'withheld', withhold_reason: body.reason, version: 2 })
  expect((await office('POST', `recordings/${made.id}/withhold/`, { body, version: 2 })).status).toBe(409)
  expect([await videos(), await room(), await stateOf(office, session)]).toEqual([[], 'withheld', 'withheld'])
  const position = { position_seconds: 3, watched_at: february('03', '16:00') }
  expect((await shop.post(`/recordings/${made.id}/position/`, position, student.access)).statusCode).toBe(404)
  const stale = await office('POST', `recordings/${made.id}/release/`, { version: 1 })
  expect([stale.status, stale.error['current']]).toMatchObject([412, { state: 'withheld' }])
  expect((await office('POST', `recordings/${made.id}/release/`, { version: 2 })).as()).toMatchObject({ state: 'ready' })
  expect(await videos()).toHaveLength(1)
  const { rows } = await shop.db.query(
    `select operation, changes -> 'withhold_reason' as reason from audit_log where table_name = 'recordings' order by id`,
  )
  expect(rows.map(({ operation }) => operation)).toEqual(['insert', 'update', 'update'])
  expect(JSON.stringify(rows)).not.toContain('A student')
})

test('a removed recording leaves its class without one', async () => {
  const { shop, office, session, student } = await createSchool()
  const made = (await add(office, session)).as<RecordingRecord>()
  await shop.post(
    `/recordings/${made.id}/position/`,
    { position_seconds: 3, watched_at: february('03', '16:00') },
    student.access,
  )
  const read = (await office('GET', `recordings/${made.id}/`)).as<RecordingRecord>()
  expect(read.watched_by).toBe(1)
  expect((await office('POST', `recordings/${made.id}/remove/`, { version: 7 })).status).toBe(412)
  expect((await office('POST', `recordings/${made.id}/remove/`, { version: 1 })).as()).toEqual(read)
  expect((await office('GET', `recordings/${made.id}/`)).status).toBe(404)
  expect(await stateOf(office, session)).toBe('expected')
})

test('an instructor writes recordings of the classes that they teach', async () => {
  const { shop, office, meera, tara, session } = await createSchool()
  expect((await add(tara.call, session)).status).toBe(404)
  const made = (await add(meera, session)).as<RecordingRecord>()
  expect(made.title).toBe('Locks')
  const path = `recordings/${made.id}/`
  expect((await tara.call('GET', path)).status).toBe(404)
  expect((await tara.call('PATCH', path, { body: { title: 'Mine' }, version: 1 })).status).toBe(404)
  expect((await tara.call('POST', `${path}withhold/`, { body: { reason: 'No' }, version: 1 })).status).toBe(404)
  expect((await tara.call('POST', `${path}remove/`, { version: 1 })).status).toBe(404)
  expect((await tara.call('GET', 'recordings/')).as()).toMatchObject({ items: [], total: 0 })
  expect((await tara.call('GET', 'class-recordings/')).as()).toMatchObject({ items: [], total: 0 })
  expect((await meera('PATCH', path, { body: { is_preview: true }, version: 1 })).status).toBe(403)
  expect((await office('PATCH', path, { body: { is_preview: true }, version: 1 })).as()).toMatchObject({ is_preview: true })
  // The substitute of a class has its rights, and the batch's own instructor only reads.
  const { session: second } = (await shop.verb(await shop.nth(2), 'substitute/', { instructor_id: tara.instructorId })).as<{
    session: { id: number }
  }>()
  await shop.setClock(february('05', '16:00'))
  const { id } = (await add(office, second.id)).as<RecordingRecord>()
  expect((await meera('PATCH', `recordings/${id}/`, { body: { title: 'Mine' }, version: 1 })).status).toBe(403)
  expect((await meera('GET', `class-recordings/${second.id}/`)).as()).toMatchObject({
    may_write: false,
    instructor: 'Tara Venkatesh',
  })
  expect((await tara.call('GET', `class-recordings/${second.id}/`)).as()).toMatchObject({ may_write: true, recordings: 1 })
  expect((await tara.call('PATCH', `recordings/${id}/`, { body: { title: 'Locks, part 1' }, version: 1 })).as()).toMatchObject({
    title: 'Locks, part 1',
  })
})

test('who is an instructor besides support reads all and writes own', async () => {
  const { shop, office, session, student, tara } = await createSchool()
  const made = (await add(office, session)).as<RecordingRecord>()
  const path = `recordings/${made.id}/`
  const both = staffClient(shop, ['support', 'instructor'], tara)
  expect((await both('GET', path)).status).toBe(200)
  expect((await both('GET', 'class-recordings/')).as()).toMatchObject({ items: [{ may_write: false }], total: 1 })
  expect((await both('GET', `attendance/${shop.batchId}/grid/`)).as()).toMatchObject({
    whole: true,
    classes: [{ id: session, may_mark: false }],
  })
  expect((await both('PATCH', path, { body: { title: 'Mine' }, version: 1 })).status).toBe(404)
  const mark = { session_id: session, student_id: student.user.id, status: 'present', version: 0 }
  expect((await both('POST', `attendance/${shop.batchId}/marks/`, { body: { marks: [mark] } })).status).toBe(404)
  const { session: second } = (await shop.verb(await shop.nth(2), 'substitute/', { instructor_id: tara.instructorId })).as<{
    session: { id: number }
  }>()
  await shop.setClock(february('05', '16:00'))
  const own = (await add(both, second.id)).as<RecordingRecord>()
  expect((await both('GET', `class-recordings/${second.id}/`)).as()).toMatchObject({ may_write: true, recordings: 1 })
  expect((await both('PATCH', `recordings/${own.id}/`, { body: { is_preview: true }, version: 1 })).status).toBe(403)
  // Content may write all of them.
  const all = staffClient(shop, ['content', 'instructor'], tara)
  expect((await all('PATCH', path, { body: { is_preview: true }, version: 1 })).status).toBe(200)
})

test('roles without the permission are refused before the body', async () => {
  const { shop, session } = await createSchool()
  for (const role of ['support', 'finance'] as const) {
    expect((await add(staffClient(shop, role), session, { url: 1 })).status, role).toBe(403)
  }
  expect((await staffClient(shop, 'support')('GET', 'recordings/')).status).toBe(200)
  expect((await staffClient(shop, 'finance')('GET', 'recordings/')).status).toBe(403)
})

test('lists recordings and classes by batch, state and lateness', async () => {
  const { shop, office, session } = await createSchool()
  const made = (await add(office, session)).as<RecordingRecord>()
  const total = async (path: string) => (await office('GET', path)).as<{ total: number }>().total
  expect(await total(`recordings/?session=${session}&batch=${shop.batchId}&state=ready&q=locks`)).toBe(1)
  expect(await total('recordings/?state=withheld')).toBe(0)
  await office('POST', `recordings/${made.id}/remove/`, { version: 1 })
  expect([await total('class-recordings/?state=expected'), await total('class-recordings/?late=true')]).toEqual([1, 0])
  await shop.setClock(february('04', '04:30'))
  expect([await total('class-recordings/?state=missing'), await total('class-recordings/?late=true')]).toEqual([1, 1])
  expect(await total(`class-recordings/?batch=${shop.batchId}&from=2031-02-03&to=2031-02-03&q=meera`)).toBe(1)
  await shop.setClock(february('28', '16:00'))
  expect(await total('class-recordings/?late=true')).toBe(0)
  expect((await office('GET', 'class-recordings/?state=lost')).status).toBe(400)
  const csv = await shop.app.inject({ url: '/api/staff/class-recordings/export/', headers: { ...shop.asStaff('owner') } })
  expect([csv.statusCode, csv.body.split('\r\n')[0]]).toMatchObject([200, expect.stringContaining('expected_by')])
})

test('each state lists its classes, a class ahead has none', async () => {
  const { shop, office, session } = await createSchool()
  const states = ['ready', 'withheld', 'processing', 'expected', 'missing']
  const listed = async () => {
    const found: Record<string, number[]> = {}
    for (const state of states) {
      const { items } = (await office('GET', `class-recordings/?state=${state}`)).as<{ items: ClassRecording[] }>()
      if (items.length > 0) found[state] = items.map(({ id }) => id)
    }
    return found
  }
  expect(await listed()).toEqual({ expected: [session] })
  const made = (await add(office, session)).as<RecordingRecord>()
  expect(await listed()).toEqual({ ready: [session] })
  await office('POST', `recordings/${made.id}/withhold/`, { body: { reason: 'A student asked not to be seen.' }, version: 1 })
  expect(await listed()).toEqual({ withheld: [session] })
  await shop.setClock(february('06', '04:30'))
  const second = (await shop.nth(2)).id
  expect(await listed()).toEqual({ withheld: [session], missing: [second] })
  await shop.verb(await shop.nth(3), 'cancel/')
  await shop.setClock(february('08', '04:30'))
  expect(await listed()).toEqual({ withheld: [session], missing: [second] })
})

test('the course names a free preview that anybody can watch', async () => {
  const { shop, office, session, videos } = await createSchool()
  const made = (await add(office, session)).as<RecordingRecord>()
  const course = async () => (await shop.get(`/courses/${shop.courseId}/`)).json<{ preview: object | null }>().preview
  expect(await course()).toBeNull()
  await office('PATCH', `recordings/${made.id}/`, { body: { is_preview: true }, version: 1 })
  expect(await course()).toEqual({ batch_id: shop.batchId, day_number: 1, title: 'Locks' })
  expect(await videos('')).toMatchObject([{ locked: false, video_url: player }])
  await office('POST', `recordings/${made.id}/withhold/`, { body: { reason: 'Wrong file.' }, version: 2 })
  expect(await course()).toBeNull()
})

test('the school names the hour from which a recording is late', async () => {
  const { shop, office, session, room } = await createSchool()
  await shop.setClock(february('04', '02:00'))
  expect(await room()).toBe('expected')
  const owner = staffClient(shop, 'owner')
  const version = (await owner('GET', 'settings/')).as<{ version: number }>().version
  const saved = await owner('PATCH', 'settings/', { body: { recording_due_hour: 7 }, version })
  expect(saved.status).toBe(200)
  expect([await room(), await stateOf(office, session)]).toEqual(['missing', 'missing'])
  expect((await owner('PATCH', 'settings/', { body: { recording_due_hour: 24 }, version: version + 1 })).status).toBe(400)
})

test('the batch gets one mail about the first recording', async () => {
  const { shop, office, session, student } = await createSchool(2)
  await shop.db.query(
    `update enrolments e set ended_at = app_now() from users u where u.id = e.user_id and u.email = 'student-2@example.com'`,
  )
  await add(office, session)
  await add(office, session, { title: 'Locks, part 2' })
  expect(await announce(shop)).toBe(2)
  await Promise.all([1, 2, 3].map(() => announceRecording(shop.deps, system, { sessionId: session })))
  const mails = await shop.mails(student.user.email)
  const news = mails.filter(({ subject }) => subject.startsWith('The recording is ready'))
  expect(news).toHaveLength(1)
  expect(news[0]?.text).toContain(`/enrolled-courses/${shop.courseId}/classes/${session}`)
  expect(news[0]?.text).not.toContain('youtube')
  expect(await subjects(shop, 'student-1@example.com')).toHaveLength(1)
  expect(await subjects(shop, 'student-2@example.com')).toEqual([])
})

test('a recording withheld at once tells nobody until its release', async () => {
  const { shop, office, session, student } = await createSchool()
  const made = (await add(office, session)).as<RecordingRecord>()
  await office('POST', `recordings/${made.id}/withhold/`, { body: { reason: 'Wrong file.' }, version: 1 })
  await announce(shop)
  const news = async () => (await subjects(shop, student.user.email)).filter((one) => one.startsWith('The recording'))
  expect(await news()).toEqual([])
  await office('POST', `recordings/${made.id}/release/`, { version: 2 })
  await announce(shop)
  expect(await news()).toHaveLength(1)
})

test('a recording withheld before its mails leave tells nobody', async () => {
  const { shop, office, session, student } = await createSchool(1)
  const made = (await add(office, session)).as<RecordingRecord>()
  await announce(shop)
  const sent = `update mail_outbox set sent_at = app_now() where to_address = 'student-1@example.com'`
  await shop.db.query(sent)
  await office('POST', `recordings/${made.id}/withhold/`, { body: { reason: 'Wrong file.' }, version: 1 })
  const news = async (to: string) => (await subjects(shop, to)).filter((one) => one.startsWith('The recording'))
  expect(await news(student.user.email)).toEqual([])
  await office('POST', `recordings/${made.id}/release/`, { version: 2 })
  await announce(shop)
  expect(await news(student.user.email)).toHaveLength(1)
  // Who had the mail gets no second one.
  const { rowCount } = await shop.db.query(
    `select 1 from mail_outbox where to_address = 'student-1@example.com' and cause like 'recording-ready:%'`,
  )
  expect(rowCount).toBe(1)
})

test('a former student gets no waiting mail of a recording', async () => {
  const { shop, office, session, student } = await createSchool(1)
  await add(office, session)
  await announceRecording(shop.deps, system, { sessionId: session })
  await endPlaces(shop.db, student.user.id)
  expect(await subjects(shop, student.user.email)).not.toContainEqual(expect.stringContaining('The recording'))
  expect(await subjects(shop, 'student-1@example.com')).toContainEqual(expect.stringContaining('The recording'))
})

test('a failed notice leaves no mail for the next try', async () => {
  const { shop, office, session, student } = await createSchool()
  await add(office, session)
  const broken = { ...shop.deps, jobs: { ...shop.deps.jobs, sendAll: () => Promise.reject(new Error('killed')) } }
  await expect(announceRecording(broken, system, { sessionId: session })).rejects.toThrow('killed')
  expect(await subjects(shop, student.user.email)).not.toContainEqual(expect.stringContaining('The recording'))
  await announceRecording(shop.deps, system, { sessionId: session })
  expect(await subjects(shop, student.user.email)).toContainEqual(expect.stringContaining('The recording is ready'))
})

test('who teaches gets one mail a day about late recordings', async () => {
  const { shop, office, session } = await createSchool()
  const late = async () => (await subjects(shop, shop.instructor.email)).filter((subject) => subject.includes('late'))
  const chase = () => remindOfMissingRecordings(shop.deps, system)
  await shop.setClock(february('04', '04:29'))
  await chase()
  expect(await late()).toEqual([])
  await shop.setClock(february('04', '04:35'))
  await Promise.all([chase(), chase()])
  await shop.setClock(february('04', '12:00'))
  await chase()
  expect(await late()).toEqual(['A recording is late'])
  // After midnight in India, and before the hour of the school.
  await shop.setClock(february('04', '19:00'))
  await chase()
  expect(await late()).toHaveLength(1)
  await shop.setClock(february('06', '05:00'))
  await chase()
  expect(await late()).toEqual(['2 recordings are late', 'A recording is late'])
  await add(office, session)
  await shop.setClock(february('07', '04:35'))
  await chase()
  expect((await late())[0]).toBe('A recording is late')
})

test('owners are asked where the instructor has no account', async () => {
  const { shop } = await createSchool()
  const owner = await addStaff(shop, 'owner')
  await shop.db.query(`update staff set disabled_at = app_now() where id = $1`, [shop.instructor.id])
  await shop.setClock(february('04', '05:00'))
  await remindOfMissingRecordings(shop.deps, system)
  const [mail] = await shop.mails(owner.email)
  expect(mail?.subject).toBe('A recording is late')
  expect(mail?.text).toMatch(/\/console\/batches\/\d+\?class=\d+/)
})

test('a recording of unknown length is watched when the player ends', async () => {
  const { shop, office, session, student } = await createSchool()
  const { id } = (await add(office, session)).as<RecordingRecord>()
  const save = async (position_seconds: number, watched_at: string, ended?: boolean) =>
    (await shop.post(`/recordings/${id}/position/`, { position_seconds, watched_at, ended }, student.access)).json<object>()
  expect(await save(3600, february('03', '15:00'))).toEqual({ position_seconds: 3600, completed: false })
  expect(await save(5400, february('03', '15:30'), true)).toEqual({ position_seconds: 5400, completed: true })
})
