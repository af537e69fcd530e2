import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, readdir, rm, utimes } from 'node:fs/promises'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { Readable } from 'node:stream'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { VideoList } from '#contract/classes/classes.ts'
import type { RecordingUpload } from '#contract/classes/staff/recording-uploads.ts'
import type { RecordingRecord } from '#contract/classes/staff/recordings.ts'
import { system } from '#server/platform/auth/principal.ts'
import { sweepUploads } from './sweep-uploads.ts'
import { addTeacher } from '#tests/school/add-instructor.ts'
import { type ClassShop, createClassShop, february } from '#tests/school/class-shop.ts'
import { signIn } from '#tests/school/sign-in.ts'
import { staffClient, type StaffClient } from '#tests/school/staff-client.ts'
import { announceRecording } from '#server/classes/recordings/announce-recording.ts'
import { prepareRecording } from './prepare-recording.ts'
import { announceRecordingJob, prepareRecordingJob } from '#server/classes/recordings/jobs.ts'

const lesson = await readFile(new URL('../demo/full-stack-day-3.mp4', import.meta.url))
const checksum = createHash('sha256').update(lesson).digest('hex')

/** A class that is over, with its instructor and a student. Nothing makes HLS. */
async function createSchool(given: Parameters<typeof createClassShop>[1] = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'karyashala-recordings-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const config = { uploadedRecordingsDir: folder, ffmpegPath: '/nonexistent/ffmpeg', ...given.config }
  const shop = await createClassShop(0, { ...given, config })
  const student = await signIn(shop)
  await shop.enrolUser(student.user.id)
  await shop.setClock(february('03', '16:00'))
  const meera = staffClient(shop, 'instructor', shop.instructor)
  const session = (await shop.nth(1)).id
  const { files } = shop.deps
  const prepare = () => shop.deps.jobs.drain(prepareRecordingJob, (job) => prepareRecording(shop.deps, system, job))
  const videos = async () => (await shop.get(`/videos/${shop.batchId}/`, student.access)).json<VideoList>().videos
  const stateOf = async () => (await meera('GET', `class-recordings/${session}/`)).as<{ state: string }>().state
  return { shop, student, meera, session, files, folder, prepare, videos, stateOf }
}

const start = (call: StaffClient, session: number, more: object = {}) =>
  call('POST', 'recording-uploads/', {
    body: { session_id: session, title: 'Locks', file_name: 'class.mp4', size_bytes: lesson.length, ...more },
  })

const tus = { 'tus-resumable': '1.0.0' }
const fileOf = (id: number) => `/api/staff/recording-uploads/${id}/file/`

async function send(shop: ClassShop, id: number, from: number, bytes: Buffer, headers: object = shop.asStaff('content')) {
  return shop.app.inject({
    method: 'PATCH',
    url: fileOf(id),
    payload: bytes,
    headers: { ...headers, ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(from) },
  })
}

async function offsetOf(shop: ClassShop, id: number): Promise<number> {
  const { headers } = await shop.app.inject({ method: 'HEAD', url: fileOf(id), headers: { ...shop.asStaff('content'), ...tus } })
  return Number(headers['upload-offset'])
}

test('an uploaded video becomes the recording of its class', async () => {
  const { shop, student, meera, session, prepare, videos, stateOf } = await createSchool()
  const { id } = (await start(meera, session)).as<RecordingUpload>()
  const headers = shop.asStaff('instructor', shop.instructor)
  const first = await send(shop, id, 0, lesson.subarray(0, 50_000), headers)
  expect([first.statusCode, first.headers['upload-offset'], first.headers['x-content-type-options']]).toEqual([
    204,
    '50000',
    'nosniff',
  ])
  expect(await stateOf()).toBe('expected')
  expect((await send(shop, id, 50_000, lesson.subarray(50_000), headers)).statusCode).toBe(204)
  expect(await stateOf()).toBe('processing')
  expect((await meera('GET', `recording-uploads/?session=${session}`)).as<{ items: object[] }>().items).toMatchObject([
    { id, state: 'preparing', staff_id: shop.instructor.id },
  ])
  expect([await prepare(), await prepare()]).toEqual([1, 0])
  expect(await stateOf()).toBe('ready')
  const [recording] = (await meera('GET', `recordings/?session=${session}`)).as<{ items: RecordingRecord[] }>().items
  expect(recording).toMatchObject({ title: 'Locks', kind: 'file', duration_minutes: 0, state: 'ready' })
  const [video] = await videos()
  expect(video).toMatchObject({ kind: 'file', duration_seconds: 54, locked: false, poster_url: null })
  const whole = await shop.app.inject(video?.video_url ?? '')
  expect([whole.statusCode, whole.headers['content-type'], whole.headers['accept-ranges']]).toEqual([200, 'video/mp4', 'bytes'])
  expect(whole.rawPayload.equals(lesson)).toBe(true)
  const head = await shop.app.inject({ method: 'HEAD', url: video?.video_url ?? '' })
  expect([head.statusCode, head.headers['content-length'], head.rawPayload.length]).toEqual([200, String(lesson.length), 0])
  const part = await shop.app.inject({ url: video?.video_url ?? '', headers: { range: 'bytes=10-19' } })
  expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 10-19/${lesson.length}`])
  expect(part.rawPayload.equals(lesson.subarray(10, 20))).toBe(true)
  const beyond = await shop.app.inject({ url: video?.video_url ?? '', headers: { range: `bytes=${lesson.length}-` } })
  expect([beyond.statusCode, beyond.rawPayload.length]).toEqual([416, 0])
  const announced = await shop.deps.jobs.drain(announceRecordingJob, (job) => announceRecording(shop.deps, system, job))
  expect(announced).toBe(1)
  const news = (await shop.mails(student.user.email)).filter(({ subject }) => subject.startsWith('The recording is ready'))
  expect(news).toHaveLength(1)
  const { rows } = await shop.db.query<{ checksum: string }>('select checksum from recordings where upload_key is not null')
  expect(rows).toEqual([{ checksum }])
  const log = await shop.db.query<{ operation: string; actor_kind: string }>(
    `select operation, actor_kind from audit_log where table_name in ('recording_uploads', 'recordings') order by id`,
  )
  // The log has what people do.
  expect(log.rows.map(({ operation, actor_kind: actor }) => `${operation} ${actor}`)).toEqual(['insert staff'])
})

test('an upload that was broken off goes on where it stopped', async () => {
  const { shop, meera, session, prepare, videos } = await createSchool()
  const { id } = (await start(meera, session)).as<RecordingUpload>()
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = shop.app.server.address() as AddressInfo
  const half = Math.floor(lesson.length / 2)
  await new Promise<void>((resolve) => {
    const sending = request({
      port,
      host: '127.0.0.1',
      method: 'PATCH',
      path: fileOf(id),
      headers: {
        ...shop.asStaff('content'),
        ...tus,
        'content-type': 'application/offset+octet-stream',
        'content-length': lesson.length,
        'upload-offset': '0',
      },
    })
    sending.on('error', () => undefined)
    sending.on('close', resolve)
    sending.write(lesson.subarray(0, half), () => void arrived())
    async function arrived() {
      await expect.poll(() => readSize(id)).toBe(half)
      sending.destroy()
    }
  })
  const readSizes = await offsetOf(shop, id)
  expect(readSizes).toBe(half)
  expect((await send(shop, id, half, lesson.subarray(half))).statusCode).toBe(204)
  await prepare()
  const [video] = await videos()
  expect((await shop.app.inject(video?.video_url ?? '')).rawPayload.equals(lesson)).toBe(true)

  async function readSize(upload: number) {
    const { rows } = await shop.db.query<{ key: string }>('select key from recording_uploads where id = $1', [upload])
    return shop.deps.files.arrivals.received(rows[0]?.key ?? '')
  }
})

test('two writers at once mix no bytes [SEC-133]', async () => {
  const { shop, meera, session, prepare, videos } = await createSchool()
  const { id } = (await start(meera, session)).as<RecordingUpload>()
  const answers = await Promise.all(Array.from({ length: 6 }, () => send(shop, id, 0, lesson)))
  const statuses = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)
  expect(statuses[0]).toBe(204)
  expect(new Set(statuses.slice(1))).toEqual(new Set([409]))
  expect(await prepare()).toBe(1)
  const [video] = await videos()
  expect((await shop.app.inject(video?.video_url ?? '')).rawPayload.equals(lesson)).toBe(true)
})

test('parts that break the protocol are refused and change nothing', async () => {
  const { shop, meera, session } = await createSchool()
  const { id } = (await start(meera, session)).as<RecordingUpload>()
  const credentials = shop.asStaff('content')
  const patch = (headers: object, payload: Buffer = lesson.subarray(0, 10)) =>
    shop.app.inject({ method: 'PATCH', url: fileOf(id), payload, headers: { ...credentials, ...headers } })
  const bytes = { 'content-type': 'application/offset+octet-stream' }
  for (const [headers, status, text, payload] of [
    [{ ...tus, ...bytes, 'upload-offset': '5' }, 409, /^This part does not follow/],
    [{ ...tus, ...bytes, 'upload-offset': '-1' }, 400, /^This part of the upload was refused/],
    [{ ...tus, ...bytes, 'upload-offset': 'x' }, 400, /^This part of the upload was refused/],
    [{ ...tus, ...bytes }, 403, /^This part of the upload was refused/],
    [{ ...bytes, 'upload-offset': '0' }, 412, /^This part of the upload was refused/],
    [{ ...tus, 'content-type': 'application/json', 'upload-offset': '0' }, 415, /./],
    [{ ...tus, ...bytes, 'upload-offset': '0' }, 413, /^The file has more bytes/, Buffer.concat([lesson, Buffer.from('more')])],
  ] as const) {
    const answer = await patch(headers, payload)
    expect([answer.statusCode, answer.json<{ message: string }>().message], JSON.stringify(headers)).toEqual([
      status,
      expect.stringMatching(text),
    ])
  }
  expect(await offsetOf(shop, id)).toBe(0)
  for (const url of [fileOf(999_999), '/api/staff/recording-uploads/x/file/', '/api/staff/recording-uploads/..%2f1/file/']) {
    const answer = await shop.app.inject({ method: 'HEAD', url, headers: { ...credentials, ...tus } })
    expect(answer.statusCode, url).toBe(404)
  }
})

test('only who teaches a class and the office upload its recording [SEC-133]', async () => {
  const { shop, student, meera, session } = await createSchool()
  const other = await addTeacher(shop)
  const tara = staffClient(shop, 'instructor', other)
  expect((await start(tara, session)).status).toBe(404)
  expect((await start(staffClient(shop, 'support'), session)).status).toBe(403)
  const { id } = (await start(meera, session)).as<RecordingUpload>()
  expect((await send(shop, id, 0, lesson, shop.asStaff('instructor', other))).statusCode).toBe(404)
  expect((await send(shop, id, 0, lesson, shop.asStaff('finance'))).statusCode).toBe(403)
  expect((await send(shop, id, 0, lesson, { authorization: `Bearer ${student.access}` })).statusCode).toBe(403)
  expect((await send(shop, id, 0, lesson, {})).statusCode).toBe(401)
  expect((await tara('POST', `recording-uploads/${id}/cancel/`)).status).toBe(404)
  expect((await tara('GET', 'recording-uploads/')).as<{ total: number }>().total).toBe(0)
  expect(await offsetOf(shop, id)).toBe(0)
})

test('refuses uploads with invalid fields', async () => {
  const { shop, meera, session } = await createSchool()
  for (const more of [
    { size_bytes: 0 },
    { size_bytes: 5 * 1024 ** 3 + 1 },
    { size_bytes: 1.5 },
    { file_name: '' },
    { file_name: '\u0000' },
    { title: ' ' },
    { session_id: 0 },
    { key: 'a' },
  ]) {
    expect((await start(meera, session, more)).status, JSON.stringify(more)).toBe(400)
  }
  expect((await shop.db.query('select 1 from recording_uploads')).rowCount).toBe(0)
})

test('a class that has not begun takes no upload', async () => {
  const { shop, meera } = await createSchool()
  expect((await start(meera, (await shop.nth(2)).id)).error).toMatchObject({ code: 'class_ahead' })
})

test('one person has ten uploads on their way', async () => {
  const { meera, session } = await createSchool()
  const statuses = (await Promise.all(Array.from({ length: 12 }, () => start(meera, session)))).map(({ status }) => status)
  expect(statuses.toSorted((a, b) => a - b)).toEqual([...Array.from({ length: 10 }, () => 201), 409, 409])
})

test.each([
  ['text', Buffer.from('no video at all, but long enough to be read as one')],
  ['a playlist', Buffer.from('#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n')],
  ['a video without its end', lesson.subarray(0, 2000)],
])('%s fails with a reason and a mail [SEC-133]', async (_what, bytes) => {
  const { shop, meera, session, prepare, stateOf } = await createSchool()
  const { id } = (await start(meera, session, { size_bytes: bytes.length })).as<RecordingUpload>()
  await send(shop, id, 0, bytes)
  await prepare()
  const failed = (await meera('GET', `recording-uploads/${id}/`)).as<RecordingUpload>()
  expect(failed).toMatchObject({ state: 'failed' })
  expect(failed.problem).toContain('no video that we can read')
  expect(await stateOf()).toBe('expected')
  const [mail] = await shop.mails(shop.instructor.email)
  expect(mail?.subject).toBe('Your video of Testing in Practice can not be played')
})

test('files go when their upload is cancelled or their recording deleted', async () => {
  const { shop, meera, session, folder, prepare, videos } = await createSchool()
  const sweep = () => sweepUploads(shop.deps, system)
  const one = (await start(meera, session)).as<RecordingUpload>()
  await send(shop, one.id, 0, lesson.subarray(0, 5000))
  expect((await meera('POST', `recording-uploads/${one.id}/cancel/`)).status).toBe(200)
  expect((await meera('POST', `recording-uploads/${one.id}/cancel/`)).status).toBe(404)
  await sweep()
  expect(await readdir(join(folder, 'uploads'))).toEqual([])
  const two = (await start(meera, session)).as<RecordingUpload>()
  await send(shop, two.id, 0, lesson)
  await prepare()
  await sweep()
  expect([(await readdir(join(folder, 'uploads'))).length, (await readdir(join(folder, 'published'))).length]).toEqual([0, 1])
  const [video] = await videos()
  const [recording] = (await meera('GET', `recordings/?session=${session}`)).as<{ items: RecordingRecord[] }>().items
  const remove = await meera('POST', `recordings/${recording?.id}/remove/`, { version: recording?.version ?? 0 })
  expect(remove.status).toBe(200)
  expect((await shop.app.inject(video?.video_url ?? '')).statusCode).toBe(403)
  await sweep()
  expect(await readdir(join(folder, 'published'))).toHaveLength(1)
  await shop.passTime('25 hours')
  await sweep()
  expect(await readdir(join(folder, 'published'))).toEqual([])
})

test('an upload that nobody finished is given up after a week', async () => {
  const { shop, meera, session } = await createSchool()
  const { id } = (await start(meera, session)).as<RecordingUpload>()
  await send(shop, id, 0, lesson.subarray(0, 5000))
  await shop.passTime('6 days')
  await sweepUploads(shop.deps, system)
  expect(await offsetOf(shop, id)).toBe(5000)
  await shop.passTime('2 days')
  await sweepUploads(shop.deps, system)
  expect((await send(shop, id, 5000, lesson.subarray(5000))).statusCode).toBe(404)
})

test('a kill after the last byte loses nothing', async () => {
  const { shop, meera, session, files, prepare, stateOf } = await createSchool()
  const { id } = (await start(meera, session)).as<RecordingUpload>()
  const { rows } = await shop.db.query<{ key: string }>('select key from recording_uploads')
  await (await files.arrivals.store()).write(Readable.from([lesson]), rows[0]?.key ?? '', 0)
  await sweepUploads(shop.deps, system)
  const broken = { ...shop.deps, files: { ...files, writeFolder: () => Promise.reject(new Error('killed')) } }
  await expect(prepareRecording(broken, system, { id })).rejects.toThrow('killed')
  expect(await stateOf()).toBe('processing')
  await prepare()
  expect(await stateOf()).toBe('ready')
})

test('a run deletes what a killed one left a day ago', async () => {
  const { shop, meera, session, folder, prepare } = await createSchool()
  const [old, fresh] = [join(folder, 'work-old'), join(folder, 'work-new')]
  await mkdir(old)
  await mkdir(fresh)
  const before = new Date(Date.now() - 25 * 60 * 60_000)
  await utimes(old, before, before)
  const { id } = (await start(meera, session)).as<RecordingUpload>()
  await send(shop, id, 0, lesson)
  await prepare()
  expect((await readdir(folder)).filter((name) => name.startsWith('work-'))).toEqual(['work-new'])
})

test('an upload whose bytes are gone is refused', async () => {
  const { shop, meera, session, folder } = await createSchool()
  const { id } = (await start(meera, session)).as<RecordingUpload>()
  const { rows } = await shop.db.query<{ key: string }>('select key from recording_uploads')
  await rm(join(folder, 'uploads', rows[0]?.key ?? ''))
  const answer = await send(shop, id, 0, lesson)
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([410, 'upload_refused'])
})

test('a failing storage begins no upload', async () => {
  const { shop, meera, session } = await createSchool({ config: { uploadedRecordingsDir: '/dev/null/recordings' } })
  const answer = await start(meera, session)
  expect([answer.status, answer.error.code]).toEqual([503, 'unavailable'])
  expect((await shop.db.query('select 1 from recording_uploads')).rowCount).toBe(0)
})
