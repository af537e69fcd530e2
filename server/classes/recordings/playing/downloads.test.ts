import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { VideoList } from '#contract/classes/classes.ts'
import { publishedPath } from '#server/classes/recordings/published-path.ts'
import { makeFolder } from '#tests/runner/make-folder.ts'
import { addRecording } from '#tests/school/add-recording.ts'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { signIn } from '#tests/school/sign-in.ts'
import { staffClient } from '#tests/school/staff-client.ts'

const key = 'ab'.repeat(16)

/** A student in a batch with one recording, at a school that offers recordings as files or not. */
async function openSchool({ offers = true, url = 'media/recordings/full-stack-day-1.mp4' } = {}) {
  const root = makeFolder('recordings-')
  const shop = await createTestApp({ config: { uploadedRecordingsDir: join(root, 'kept') } })
  const { batchId } = await sellCourse(shop.db)
  await addRecording(shop.db, batchId, { url })
  const { user, access } = await signIn(shop)
  await shop.db.query('insert into enrolments (user_id, batch_id, created_at) values ($1, $2, app_now())', [user.id, batchId])
  const owner = staffClient(shop, 'owner')
  const offer = async (recording_downloads: boolean) => {
    const { version } = (await owner('GET', 'settings/')).as<{ version: number }>()
    expect((await owner('PATCH', 'settings/', { body: { recording_downloads }, version })).status).toBe(200)
  }
  if (offers) await offer(true)
  const read = async (token?: string) => (await shop.get(`/videos/${batchId}/`, token)).json<VideoList>()
  const first = async (token: string | undefined = access) => (await read(token)).videos[0]
  const fetch = (address: string, headers: Record<string, string> = {}) => shop.app.inject({ url: address, headers })
  return { shop, offer, read: () => read(access), first, visit: async () => (await read()).videos[0], fetch, root }
}

test('a recording is saved as a file, also in parts', async () => {
  const { first, fetch } = await openSchool()
  const video = await first()
  expect(video?.download_url).toBe(`${video?.video_url}?download`)
  const [played, saved] = [await fetch(video?.video_url ?? ''), await fetch(video?.download_url ?? '')]
  expect([played.headers['content-disposition'], saved.headers['content-disposition']]).toEqual([undefined, 'attachment'])
  expect(saved.rawPayload.equals(played.rawPayload)).toBe(true)
  const part = await fetch(video?.download_url ?? '', { range: 'bytes=10-19' })
  expect([part.statusCode, part.rawPayload.length]).toEqual([206, 10])
})

test('no file without the setting, a place or an unexpired link', async () => {
  const { shop, offer, read, first, visit, fetch } = await openSchool({ offers: false })
  expect([(await read()).allows_downloads, (await first())?.download_url]).toEqual([false, null])
  const statusOf = async (address = '') => (await fetch(`${address}?download`)).statusCode
  expect(await statusOf((await first())?.video_url ?? '')).toBe(403)
  await offer(true)
  const link = (await first())?.video_url ?? ''
  expect(await statusOf(link)).toBe(200)
  await shop.db.query('update recordings set is_preview = true')
  const free = await visit()
  expect(free).toMatchObject({ download_url: null, locked: false })
  expect(await statusOf(free?.video_url ?? '')).toBe(403)
  await shop.db.query('update enrolments set ended_at = app_now()')
  expect(await statusOf(link)).toBe(403)
  await shop.db.query('update enrolments set ended_at = null')
  await shop.passTime('61 minutes')
  expect(await statusOf(link)).toBe(403)
})

test('a prepared upload is saved as one small file', async () => {
  const { shop, first, fetch, root } = await openSchool({ url: `media/recordings/uploads/${key}/index.m3u8` })
  const folder = join(root, 'encoded')
  mkdirSync(folder)
  const playlist = (name: string) =>
    `#EXTM3U\n#EXT-X-MAP:URI="${name}-init.mp4"\n#EXTINF:6,\n${name}-00000.m4s\n#EXTINF:2,\n${name}-00001.m4s\n#EXT-X-ENDLIST\n`
  for (const name of ['v0', 'v1']) {
    writeFileSync(join(folder, `${name}.m3u8`), playlist(name))
    writeFileSync(join(folder, `${name}-init.mp4`), `${name} head,`)
    writeFileSync(join(folder, `${name}-00000.m4s`), 'first,')
    writeFileSync(join(folder, `${name}-00001.m4s`), 'second')
  }
  await shop.deps.files.writeFolder(publishedPath(key), folder)
  const answer = await fetch((await first())?.download_url ?? '')
  expect([answer.statusCode, answer.headers['content-type'], answer.headers['content-disposition'], answer.body]).toEqual([
    200,
    'video/mp4',
    'attachment',
    'v1 head,first,second',
  ])
})

test.each(['https://videos.example.com/class.mp4', 'media/recordings/day-1/index.m3u8'])('no file of %s', async (url) => {
  const { read } = await openSchool({ url })
  expect(await read()).toMatchObject({ allows_downloads: true, videos: [{ download_url: null }] })
})
