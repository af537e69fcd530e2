import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#tests/create-test-app.ts'
import { recordingLink } from './recordings-link.ts'

const path = 'media/recordings/full-stack-day-1.mp4'
const file = join(import.meta.dirname, 'recordings', 'full-stack-day-1.mp4')

const fetchLink = (test: TestApp, url: string, headers: Record<string, string> = {}) => test.app.inject({ url, headers })

it('serves a recording whole and in ranges to whoever has its link', async () => {
  const test = await createTestApp()
  const link = recordingLink(test.deps, path)
  const whole = await fetchLink(test, link)
  expect([whole.statusCode, whole.headers['content-type'], whole.rawPayload.length]).toEqual([
    200,
    'video/mp4',
    statSync(file).size,
  ])
  expect(whole.headers['accept-ranges']).toBe('bytes')
  expect(whole.headers['cache-control']).toBe('private, max-age=3600')
  const part = await fetchLink(test, link, { range: 'bytes=100-199' })
  expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 100-199/${statSync(file).size}`])
  expect(part.rawPayload).toEqual(whole.rawPayload.subarray(100, 200))
  const beyond = await fetchLink(test, link, { range: 'bytes=99999999-' })
  expect(beyond.statusCode).toBe(416)
})

it('serves captions as what they are', async () => {
  const test = await createTestApp()
  const answer = await fetchLink(test, recordingLink(test.deps, 'media/recordings/full-stack-day-1.en.vtt'))
  expect(answer.headers['content-type']).toMatch(/^text\/vtt/)
  expect(answer.body).toMatch(/^WEBVTT/)
})

it('refuses a link that is expired, changed, or of another file', async () => {
  const test = await createTestApp()
  const link = new URL(recordingLink(test.deps, path), 'http://here')
  const at = link.searchParams.get('expires')!
  const changed = (change: (url: URL) => void) => {
    const url = new URL(link)
    change(url)
    return url.pathname + url.search
  }
  const wrong = [
    `/${path}`,
    changed((url) => url.searchParams.delete('signature')),
    changed((url) => url.searchParams.set('signature', '')),
    changed((url) => url.searchParams.set('signature', 'A'.repeat(43))),
    changed((url) => url.searchParams.set('expires', String(Number(at) + 3600))),
    changed((url) => url.searchParams.append('expires', at)),
    changed((url) => void (url.pathname = '/media/recordings/full-stack-day-2.mp4')),
    changed((url) => void (url.pathname = '/media/recordings/..%2f..%2fconfig.ts')),
  ]
  for (const url of wrong) {
    const answer = await fetchLink(test, url)
    expect(answer.statusCode, url).toBe(403)
    expect(answer.json()).toMatchObject({ code: 'forbidden' })
  }
  test.deps.clock = () => new Date(Number(at) * 1000 - 1000)
  expect(
    (
      await fetchLink(
        test,
        changed(() => undefined),
      )
    ).statusCode,
  ).toBe(200)
  test.deps.clock = () => new Date(Number(at) * 1000)
  expect(
    (
      await fetchLink(
        test,
        changed(() => undefined),
      )
    ).statusCode,
  ).toBe(403)
})

it('lasts between four and five hours', async () => {
  const test = await createTestApp()
  const now = Math.floor(Date.now() / 1000)
  const left = Number(new URL(recordingLink(test.deps, path), 'http://here').searchParams.get('expires')) - now
  expect(left).toBeGreaterThanOrEqual(4 * 3600 - 1)
  expect(left).toBeLessThanOrEqual(5 * 3600)
})

it('takes links signed with the secret before the last rotation, and none of a foreign one', async () => {
  const test = await createTestApp()
  const old = recordingLink(test.deps, path)
  const [secret = ''] = test.deps.config.authSecrets
  const next = 'another secret that is long enough to sign with as well'
  test.deps.config = { ...test.deps.config, authSecrets: [next, secret] }
  expect((await fetchLink(test, old)).statusCode).toBe(200)
  expect(recordingLink(test.deps, path)).not.toBe(old)
  test.deps.config = { ...test.deps.config, authSecrets: [next] }
  expect((await fetchLink(test, old)).statusCode).toBe(403)
})

it('answers 404 in the one error body for a signed file that is not there', async () => {
  const test = await createTestApp()
  const answer = await fetchLink(test, recordingLink(test.deps, 'media/recordings/nothing.mp4'))
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'not_found'])
})

it('signs its own paths alone', async () => {
  const test = await createTestApp()
  expect(recordingLink(test.deps, 'https://videos.example/a.mp4')).toBe('https://videos.example/a.mp4')
  expect(recordingLink(test.deps, 'media/recordings/../secret.mp4')).not.toContain('signature')
  test.deps.config = { ...test.deps.config, imageBaseUrl: 'https://pictures.example' }
  expect(recordingLink(test.deps, '/films/a.mp4')).toBe('https://pictures.example/films/a.mp4')
})
