import { expect, test } from 'vitest'
import type { Clip, FreeVideo } from '#contract/classes/clips.ts'
import type { RecordingRecord } from '#contract/classes/staff/recordings.ts'
import { addRecording } from '#tests/school/add-recording.ts'
import { createClassShop, february } from '#tests/school/class-shop.ts'
import { staffClient } from '#tests/school/staff-client.ts'

const captions = 'media/recordings/full-stack-day-1.en.vtt'
const vtt = `WEBVTT

00:00:03.000 --> 00:00:09.000
Before the clip.

00:00:12.500 --> 00:00:18.000
Locks are
taken in one order.

00:00:41.000 --> 00:00:44.000
After it.
`
const part = { from_seconds: 10, to_seconds: 40, on_home: false }

/** Two classes with a free recording of 54 seconds each. */
async function createSchool() {
  const shop = await createClassShop()
  await shop.setClock(february('03', '16:00'))
  const office = staffClient(shop, 'content')
  const ids = [await addRecording(shop.db, shop.batchId, { preview: true, captions })]
  ids.push(await addRecording(shop.db, shop.batchId, { preview: true, captions, number: 2, title: 'Deadlocks' }))
  const [first = 0, second = 0] = ids
  const record = async (id = first) => (await office('GET', `recordings/${id}/`)).as<RecordingRecord>()
  const change = async (body: object, id = first, call = office) =>
    call('PATCH', `recordings/${id}/`, { body, version: (await record(id)).version })
  const clipOf = async (path: string) => (await shop.get(path)).json<{ clip: Clip | null }>().clip
  const shown = async () => ({ home: await clipOf('/clip/'), course: await clipOf(`/courses/${shop.courseId}/clip/`) })
  return { shop, office, first, second, record, change, shown }
}

test('pages show the clip that staff chose for them', async () => {
  const { first, second, change, shown, record } = await createSchool()
  expect(await shown()).toEqual({ home: null, course: null })
  expect((await change({ clip: { ...part, on_home: true } }, second)).status).toBe(200)
  expect(await shown()).toMatchObject({
    home: { recording_id: second },
    course: { recording_id: second, title: 'Deadlocks', day_number: 2 },
  })
  await change({ clip: { ...part, from_seconds: 12 } }, first)
  expect(await shown()).toMatchObject({ home: { recording_id: second }, course: { recording_id: first, from_seconds: 12 } })
  await change({ clip: { ...part, on_home: true } }, first)
  expect((await shown()).home?.recording_id).toBe(first)
  expect((await record(second)).clip).toEqual(part)
  await change({ clip: null }, first)
  expect(await shown()).toMatchObject({ home: null, course: { recording_id: second } })
})

test('two persons at once leave one clip on the home page', async () => {
  const { first, second, change, shown, record } = await createSchool()
  const clip = { ...part, on_home: true }
  const answers = await Promise.all([change({ clip }, first), change({ clip }, second)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const places = [(await record(first)).clip?.on_home, (await record(second)).clip?.on_home]
  expect(places).toSatisfy(([one, other]) => one !== other)
  expect((await shown()).home?.recording_id).toBe(places[0] ? first : second)
})

test.each([
  ['it is no longer free', 'update recordings set is_preview = false', 'update recordings set is_preview = true'],
  [
    'it is withheld',
    `update recordings set withheld_at = now(), withhold_reason = 'x'`,
    `update recordings set withheld_at = null, withhold_reason = ''`,
  ],
  ['it is shorter', 'update recordings set duration_seconds = 39', 'update recordings set duration_seconds = 0'],
  ['it has no captions', 'update recordings set captions_url = null', `update recordings set captions_url = '${captions}'`],
  ['its course is a draft', `update courses set publication = 'draft'`, `update courses set publication = 'published'`],
])('a kept page drops the clip when %s', async (_why, hide, again) => {
  const { shop, change, record } = await createSchool()
  await change({ clip: { ...part, on_home: true } })
  const ofHome = async () => (await shop.get('/clip/')).json<{ clip: Clip | null }>().clip?.recording_id ?? null
  const { id } = await record()
  expect(await ofHome()).toBe(id)
  await shop.db.query(hide)
  await expect.poll(ofHome).toBeNull()
  expect(await record()).toMatchObject({ clip: { on_home: true }, clip_is_shown: false })
  await shop.db.query(again)
  await expect.poll(ofHome).toBe(id)
})

test('captions of staff become the words beside the clip', async () => {
  const { shop, office, first, change } = await createSchool()
  await shop.db.query('update recordings set captions_url = null')
  await change({ clip: { ...part, on_home: true } })
  const clip = async () => (await shop.get('/clip/')).json<{ clip: Clip | null }>().clip
  expect(await clip(), 'a muted clip without captions is not shown').toBeNull()
  await office('POST', 'captions/', { body: { recording_id: first, language: 'en', vtt } })
  const lines = async () => (await clip())?.lines
  await expect.poll(lines).toEqual([{ at_seconds: 12.5, text: 'Locks are taken in one order.' }])
})

test('a visitor gets signed links, of free recordings alone [SEC-142]', async () => {
  const { shop, first } = await createSchool()
  const read = () => shop.get(`/free-videos/${first}/`)
  const video = (await read()).json<FreeVideo>()
  expect(video).toMatchObject({ is_playlist: false, captions: [{ language: 'en' }] })
  const fetched = async () => (await shop.app.inject({ url: video.video_url, headers: { range: 'bytes=0-9' } })).statusCode
  expect(await fetched()).toBe(206)
  await shop.db.query('update recordings set is_preview = false')
  expect([(await read()).statusCode, await fetched()]).toEqual([404, 403])
})

test('a clip of another host has no video of its own [SEC-142]', async () => {
  const { shop, first, change, shown } = await createSchool()
  await change({ url: 'https://youtu.be/dQw4w9WgXcQ' })
  await change({ clip: part })
  expect((await shown()).course).toMatchObject({ plays_here: false, kind: 'youtube' })
  expect((await shop.get(`/free-videos/${first}/`)).statusCode).toBe(404)
})

test('another video ends the clip', async () => {
  const { change, record } = await createSchool()
  await change({ clip: part })
  await change({ title: 'Another title' })
  expect((await record()).clip).toEqual(part)
  await change({ url: 'https://youtu.be/dQw4w9WgXcQ' })
  expect((await record()).clip).toBeNull()
})

test.each([
  { from_seconds: 40, to_seconds: 40 },
  { from_seconds: 40, to_seconds: 10 },
  { from_seconds: 10, to_seconds: 19 },
  { from_seconds: 0, to_seconds: 61 },
  { from_seconds: 30, to_seconds: 55 },
  { from_seconds: -1, to_seconds: 20 },
  { from_seconds: 1.5, to_seconds: 20 },
  { from_seconds: 90_000, to_seconds: 90_020 },
  { from_seconds: '1', to_seconds: 20 },
])('refuses a clip of %o', async (times) => {
  const { change, record } = await createSchool()
  expect((await change({ clip: { ...part, ...times } })).status).toBe(400)
  expect((await record()).clip).toBeNull()
})

test('the database refuses a clip of a wrong length', async () => {
  const { shop, first } = await createSchool()
  for (const [from, to] of [
    [10, 19],
    [10, 71],
    [20, 10],
    [-1, 20],
  ]) {
    const insert = shop.db.query('insert into recording_clips (recording_id, from_seconds, to_seconds) values ($1, $2, $3)', [
      first,
      from,
      to,
    ])
    await expect(insert).rejects.toThrow('violates check constraint')
  }
})

test('only the office chooses a clip, of a free recording', async () => {
  const { shop, change, record } = await createSchool()
  expect((await change({ clip: part }, undefined, staffClient(shop, 'instructor', shop.instructor))).status).toBe(403)
  expect((await change({ clip: part }, undefined, staffClient(shop, 'support'))).status).toBe(403)
  await change({ is_preview: false })
  const refused = await change({ clip: part })
  expect([refused.status, refused.error]).toMatchObject([409, { code: 'not_free' }])
  expect((await change({ is_preview: true, clip: part })).status).toBe(200)
  expect((await record()).clip).toEqual(part)
  const { rows } = await shop.db.query(`select operation, actor_kind from audit_log where table_name = 'recording_clips'`)
  expect(rows).toEqual([{ operation: 'insert', actor_kind: 'staff' }])
})
