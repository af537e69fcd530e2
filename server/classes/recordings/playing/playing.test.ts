import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { VideoList } from '#contract/classes/classes.ts'
import { addRecording } from '#tests/school/add-recording.ts'
import { createTestApp, type TestApp } from '#tests/school/create-test-app.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { signIn } from '#tests/school/sign-in.ts'
import { visitor } from '#server/platform/auth/principal.ts'
import { mayFetchRecording, recordingLink } from './recording-links.ts'

const path = 'media/recordings/full-stack-day-1.mp4'
const captions = 'media/recordings/full-stack-day-1.en.vtt'
const file = join(import.meta.dirname, '..', 'demo', 'full-stack-day-1.mp4')

/** Enrols a student in a batch with one recording. */
async function openClass(url = path) {
  const test = await createTestApp()
  const { batchId, courseId } = await sellCourse(test.db)
  const recordingId = await addRecording(test.db, batchId, { url, captions })
  const { user, access } = await signIn(test)
  await test.db.query('insert into enrolments (user_id, batch_id, created_at) values ($1, $2, app_now())', [user.id, batchId])
  const first = async (token?: string) => (await test.get(`/videos/${batchId}/`, token)).json<VideoList>().videos[0]
  return {
    test,
    batchId,
    courseId,
    userId: user.id,
    recordingId,
    first,
    link: async () => (await first(access))?.video_url ?? '',
  }
}

const fetchLink = (test: TestApp, url: string, headers: Record<string, string> = {}) => test.app.inject({ url, headers })
const statusOf = async (test: TestApp, url: string) => (await fetchLink(test, url)).statusCode

it('serves a recording whole and in ranges with its link', async () => {
  const { test, link } = await openClass()
  const url = await link()
  const whole = await fetchLink(test, url)
  expect([whole.statusCode, whole.headers['content-type'], whole.rawPayload.length]).toEqual([
    200,
    'video/mp4',
    statSync(file).size,
  ])
  expect(whole.headers['accept-ranges']).toBe('bytes')
  expect(whole.headers['cache-control']).toBe('private, max-age=300')
  const part = await fetchLink(test, url, { range: 'bytes=100-199' })
  expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 100-199/${statSync(file).size}`])
  expect(part.rawPayload).toEqual(whole.rawPayload.subarray(100, 200))
  expect((await fetchLink(test, url, { range: 'bytes=99999999-' })).statusCode).toBe(416)
})

it('serves captions as text/vtt', async () => {
  const { test, link } = await openClass()
  const answer = await fetchLink(test, (await link()).replace('.mp4', '.en.vtt'))
  expect(answer.headers['content-type']).toMatch(/^text\/vtt/)
  expect(answer.body).toMatch(/^WEBVTT/)
})

it('reading the list renews a link for an hour [SEC-032]', async () => {
  const { test, link } = await openClass()
  const url = await link()
  await test.passTime('54 minutes')
  expect([await statusOf(test, url), await link()]).toEqual([200, url])
  await test.passTime('54 minutes')
  expect([await statusOf(test, url), await link()]).toEqual([200, url])
  await test.passTime('60 minutes')
  const answer = await fetchLink(test, url)
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([403, 'forbidden'])
  const next = await link()
  expect(next).not.toBe(url)
  expect([await statusOf(test, url), await statusOf(test, next)]).toEqual([403, 200])
})

it.each([
  ['an enrolment that ends', 'update enrolments set ended_at = app_now()'],
  ['an account that is disabled', 'update users set disabled_at = app_now()'],
  ['a recording that is withheld', `update recordings set withheld_at = app_now(), withhold_reason = 'Wrong file.'`],
  ['a recording that moves', `update recordings set video_url = 'media/recordings/full-stack-day-2.mp4'`],
])('a link stops working at once with %s [SEC-032]', async (_what, sql) => {
  const { test, link } = await openClass()
  const url = await link()
  expect(await statusOf(test, url)).toBe(200)
  await test.db.query(sql)
  expect(await statusOf(test, url)).toBe(403)
})

it('a preview link works while preview and course are published [SEC-032]', async () => {
  const { test, first } = await openClass()
  expect((await first())?.video_url).toBeNull()
  await test.db.query('update recordings set is_preview = true')
  const url = (await first())?.video_url ?? ''
  expect(await statusOf(test, url)).toBe(200)
  for (const [hide, show] of [
    [`courses set publication = 'draft'`, `courses set publication = 'published'`],
    ['recordings set is_preview = false', 'recordings set is_preview = true'],
  ]) {
    await test.db.query(`update ${hide}`)
    expect(await statusOf(test, url), hide).toBe(403)
    await test.db.query(`update ${show}`)
    expect(await statusOf(test, url), show).toBe(200)
  }
  await test.passTime('1 hour')
  expect(await statusOf(test, url)).toBe(403)
})

it('rejects an altered link or one of another file', async () => {
  const { test, link } = await openClass()
  const url = await link()
  const [grant = '', signature = ''] = /recordings\/([^/]+)\//.exec(url)?.[1]?.split('.') ?? []
  for (const wrong of [
    `/${path}`,
    url.replace(`.${signature}`, ''),
    url.replace(signature, 'A'.repeat(43)),
    url.replace(grant, '00000000-0000-4000-8000-000000000000'),
    url.replace('day-1.mp4', 'day-2.mp4'),
    url.replace('full-stack-day-1.mp4', '..%2f..%2fconfig.ts'),
    url.replace('full-stack-day-1.mp4', 'x/..%2ffull-stack-day-1.mp4'),
  ]) {
    const answer = await fetchLink(test, wrong)
    expect(answer.statusCode, wrong).toBe(403)
    expect(answer.json()).toMatchObject({ code: 'forbidden' })
  }
})

it('a playlist link allows its own folder and no other [SEC-032]', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'karyashala-recordings-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const day of ['day-1', 'day-2']) {
    mkdirSync(join(folder, day))
    writeFileSync(join(folder, day, 'index.m3u8'), '#EXTM3U')
    cpSync(file, join(folder, day, 'part-1.mp4'))
  }
  const { test, link } = await openClass('media/recordings/day-1/index.m3u8')
  test.deps.config.recordingsDir = folder
  const url = await link()
  const allowed = async (beside: string) => {
    const [, grant = '', name = ''] =
      /^\/media\/recordings\/([^/]+)\/(.+)$/.exec(new URL(beside, `http://here${url}`).pathname) ?? []
    return mayFetchRecording(test.deps, visitor, { link: grant, file: name })
  }
  expect([await allowed('index.m3u8'), await allowed('part-1.mp4'), await allowed('high/part-1.ts')]).toEqual([true, true, true])
  expect([await allowed('../day-2/index.m3u8'), await allowed('../day-2/part-1.mp4'), await allowed('../day-10/a.ts')]).toEqual([
    false,
    false,
    false,
  ])
  await test.db.query(`update recordings set video_url = 'media/recordings/index.m3u8'`)
  expect([await allowed('../index.m3u8'), await allowed('part-1.mp4')]).toEqual([true, false])
})

it('accepts links of the previous secret and rejects unknown secrets', async () => {
  const { test, link } = await openClass()
  const previousLink = await link()
  const [secret = ''] = test.deps.config.authSecrets
  const next = 'another secret that is long enough to sign with as well'
  test.deps.config.authSecrets = [next, secret]
  expect(await statusOf(test, previousLink)).toBe(200)
  test.deps.config.authSecrets = [next]
  expect(await statusOf(test, previousLink)).toBe(403)
})

it('answers 404 with the error body for a missing file', async () => {
  const { test, link } = await openClass('media/recordings/nothing.mp4')
  const answer = await fetchLink(test, await link())
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'not_found'])
})

it('signs only its own paths', async () => {
  const { test } = await openClass()
  expect(recordingLink(test.deps, 'https://videos.example/a.mp4', undefined)).toBe('https://videos.example/a.mp4')
  expect(recordingLink(test.deps, 'media/recordings/../secret.mp4', 'a-grant')).not.toContain('a-grant')
  expect(recordingLink(test.deps, path, undefined)).toBeNull()
  test.deps.config = { ...test.deps.config, imageBaseUrl: 'https://pictures.example' }
  expect(recordingLink(test.deps, '/films/a.mp4', undefined)).toBe('https://pictures.example/films/a.mp4')
})
