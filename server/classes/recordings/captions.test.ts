import { expect, test } from 'vitest'
import type { VideoList } from '#contract/classes/classes.ts'
import type { CaptionsRecord } from '#contract/classes/staff/captions.ts'
import { formatCueTime } from '#contract/classes/webvtt.ts'
import type { RecordingRecord } from '#contract/classes/staff/recordings.ts'
import { addTeacher } from '#tests/school/add-instructor.ts'
import { createClassShop, february } from '#tests/school/class-shop.ts'
import { signIn } from '#tests/school/sign-in.ts'
import { staffClient, type StaffClient } from '#tests/school/staff-client.ts'

const vtt = 'WEBVTT\n\n00:01.000 --> 00:03.500\n<v Meera>Good evening.\n'
const stored = 'WEBVTT\n\n00:00:01.000 --> 00:00:03.500\nGood evening.\n'

/** A recorded class with its instructor, another instructor, and a student. */
async function createSchool() {
  const shop = await createClassShop()
  shop.deps.config.recordingOrigins = ['https://videos.example']
  const student = await signIn(shop)
  await shop.enrolUser(student.user.id)
  const other = await addTeacher(shop)
  await shop.setClock(february('03', '16:00'))
  const meera = staffClient(shop, 'instructor', shop.instructor)
  const session = (await shop.nth(1)).id
  const record = async (url: string) =>
    (await meera('POST', 'recordings/', { body: { session_id: session, title: 'Locks', url } })).as<RecordingRecord>()
  const { id } = await record('https://videos.example/1.mp4')
  const tracks = async (access = student.access) =>
    (await shop.get(`/videos/${shop.batchId}/`, access)).json<VideoList>().videos[0]?.captions ?? []
  return { shop, student, meera, tara: staffClient(shop, 'instructor', other), id, record, tracks }
}

const add = (call: StaffClient, recording: number, more: object = {}) =>
  call('POST', 'captions/', { body: { recording_id: recording, language: 'en', vtt, ...more } })

test('captions are stored as plain text and play as tracks', async () => {
  const { shop, meera, id, tracks } = await createSchool()
  const made = (await add(meera, id)).as<CaptionsRecord>()
  expect(made).toMatchObject({ recording_id: id, language: 'en', vtt: stored, version: 1 })
  expect((await add(meera, id)).error).toMatchObject({ code: 'language_taken' })
  await add(meera, id, { language: 'hi', vtt: '1\n00:00:01,000 --> 00:00:02,000\nनमस्ते' })
  const [first, second] = await tracks()
  expect([first?.language, second?.language]).toEqual(['en', 'hi'])
  const answer = await shop.app.inject({ url: first?.url ?? '' })
  expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([200, 'text/vtt; charset=utf-8', stored])
  expect(await tracks('')).toEqual([])
  const { rows } = await shop.db.query(
    `select changes -> 'vtt' as vtt, operation from audit_log where table_name = 'recording_captions'`,
  )
  expect(rows[0]).toEqual({ vtt: { before: null, after: 'masked' }, operation: 'insert' })
})

test('a changed text gets another address; a stale one is refused', async () => {
  const { shop, meera, id, tracks } = await createSchool()
  const made = (await add(meera, id)).as<CaptionsRecord>()
  const before = (await tracks())[0]?.url
  const body = { vtt: vtt.replace('evening', 'morning') }
  expect((await meera('PATCH', `captions/${made.id}/`, { body, version: 1 })).as()).toMatchObject({
    vtt: stored.replace('evening', 'morning'),
    version: 2,
  })
  expect((await meera('PATCH', `captions/${made.id}/`, { body: { vtt }, version: 1 })).error).toMatchObject({
    code: 'stale',
    current: { version: 2 },
  })
  const after = (await tracks())[0]?.url ?? ''
  expect(after).not.toBe(before)
  expect((await shop.app.inject({ url: after })).body).toContain('Good morning.')
  expect((await meera('POST', `captions/${made.id}/remove/`, { version: 2 })).status).toBe(200)
  expect((await shop.app.inject({ url: after })).statusCode).toBe(403)
})

test('ninety minutes of Hindi are stored', async () => {
  const { meera, id } = await createSchool()
  const cues = Array.from(
    { length: 1800 },
    (_, at) => `${formatCueTime(at * 3000)} --> ${formatCueTime(at * 3000 + 2900)}\n${'नमस्ते '.repeat(10)}`,
  )
  const hindi = cues.join('\n\n')
  expect([hindi.length < 200_000, Buffer.byteLength(hindi) > 300_000]).toEqual([true, true])
  const made = (await add(meera, id, { language: 'hi', vtt: hindi })).as<CaptionsRecord>()
  expect(made.vtt.split('-->')).toHaveLength(1801)
})

test.each([
  { vtt: 'WEBVTT\n\nno cue' },
  { vtt: '00:03.000 --> 00:01.000\nA' },
  { vtt: `00:01.000 --> 00:02.000\n${'a'.repeat(501)}` },
  { vtt: 'a'.repeat(200_001) },
  { vtt: `00:01.000 --> 00:02.000\n${'&'.repeat(450)}\n\n`.repeat(400) },
  { vtt: 7 },
  { language: 'xx' },
  { recording_id: 0 },
  { label: 'English' },
])('refuses the captions %#', async (more) => {
  const { shop, meera, id } = await createSchool()
  expect((await add(meera, id, more)).status).toBe(400)
  expect((await shop.db.query('select 1 from recording_captions')).rowCount).toBe(0)
})

test('an embedded video keeps the captions of its host', async () => {
  const { meera, record } = await createSchool()
  const { id } = await record('https://youtu.be/dQw4w9WgXcQ')
  expect((await add(meera, id)).error).toMatchObject({ code: 'embedded' })
})

test('strangers neither read nor write captions [SEC-032]', async () => {
  const { shop, student, meera, tara, id, tracks } = await createSchool()
  const made = (await add(meera, id)).as<CaptionsRecord>()
  expect((await add(tara, id, { language: 'hi' })).status).toBe(404)
  expect((await tara('GET', `captions/${made.id}/`)).status).toBe(404)
  expect((await tara('PATCH', `captions/${made.id}/`, { body: { vtt }, version: 1 })).status).toBe(404)
  expect((await tara('POST', `captions/${made.id}/remove/`, { version: 1 })).status).toBe(404)
  expect((await staffClient(shop, 'support')('PATCH', `captions/${made.id}/`, { body: { vtt }, version: 1 })).status).toBe(403)
  const url = (await tracks())[0]?.url ?? ''
  const status = async (address: string) => (await shop.app.inject({ url: address })).statusCode
  expect(await status(url)).toBe(200)
  const signature = /\.([\w-]{43})\//.exec(url)?.[1] ?? ''
  expect(await status(url.replace(signature, 'A'.repeat(43)))).toBe(403)
  expect(await status(url.replace(`/${made.id}-`, '/999999999-'))).toBe(403)
  for (const [change, back] of [
    ['update enrolments set ended_at = app_now()', 'update enrolments set ended_at = null'],
    ['update users set disabled_at = app_now()', 'update users set disabled_at = null'],
    [
      `update recordings set withheld_at = app_now(), withhold_reason = 'x'`,
      `update recordings set withheld_at = null, withhold_reason = ''`,
    ],
  ] as const) {
    await shop.db.query(change)
    expect(await status(url), change).toBe(403)
    await shop.db.query(back)
  }
  expect(await status(url)).toBe(200)
  await shop.passTime('61 minutes')
  expect(await status(url)).toBe(403)
  expect(student.user.id).toBeGreaterThan(0)
})
