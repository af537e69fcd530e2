import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Hello } from '#contract/catalog/hello.ts'
import type { InstructorRecord } from '#contract/catalog/staff/instructors.ts'
import type { Role } from '#contract/permissions.ts'
import { system } from '#server/platform/auth/principal.ts'
import { sweepMedia } from '#server/site/media/removals.ts'
import { helloPath } from '#server/site/media/hello-path.ts'
import { makeMediaFolder } from '#tests/school/media-library.ts'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { staffClient } from '#tests/school/staff-client.ts'
import { captionsOf } from './caption-words.ts'

const root = join(import.meta.dirname, '../../../..')
/** Four seconds. */
const short = await readFile(join(root, 'tests/school/hello.mp4'))
/** 54 seconds. */
const long = await readFile(join(root, 'server/classes/recordings/demo/full-stack-day-1.mp4'))
const words = 'Hello, I am Meera. I read your code.'

interface Sent {
  file?: Buffer
  captions?: string
  version?: number
  role?: Role
}

/** A course with its instructor. */
async function createSchool() {
  const shop = await createTestApp({ config: { mediaDir: await makeMediaFolder() } })
  const { courseId } = await sellCourse(shop.db)
  const call = staffClient(shop)
  const [own] = (await call('GET', 'instructors/')).as<{ items: InstructorRecord[] }>().items
  const { id = 0 } = own ?? {}
  const record = async () => (await call('GET', `instructors/${id}/`)).as<InstructorRecord>()
  const save = async ({ file, captions = words, version, role = 'content' }: Sent) => {
    const form = new FormData()
    if (file) form.set('file', new File([new Uint8Array(file)], 'hello.mp4', { type: 'video/mp4' }))
    form.set('captions', captions)
    const encoded = new Response(form)
    return shop.app.inject({
      method: 'POST',
      url: `/api/staff/instructors/${id}/hello/`,
      payload: Buffer.from(await encoded.arrayBuffer()),
      headers: {
        ...shop.asStaff(role),
        'content-type': encoded.headers.get('content-type') ?? '',
        'if-match': `"${version ?? (await record()).version}"`,
      },
    })
  }
  const remove = async () => call('POST', `instructors/${id}/remove-hello/`, { body: {}, version: (await record()).version })
  const shown = async () =>
    (await shop.get(`/courses/${courseId}/`)).json<{ instructors: { hello: Hello | null }[] }>().instructors[0]?.hello ?? null
  const fetch = (url = '', headers = {}) => shop.app.inject({ url, headers })
  return { shop, id, record, save, remove, shown, fetch }
}

test('visitors get the hello of an instructor with captions', async () => {
  const { record, save, shown, fetch } = await createSchool()
  expect(await shown()).toBeNull()
  const saved = await save({ file: short })
  expect(saved.statusCode, saved.body).toBe(200)
  await expect.poll(shown).toMatchObject({ seconds: 4 })
  const hello = await shown()
  const whole = await fetch(hello?.video_url)
  expect([whole.statusCode, whole.headers['content-type'], whole.rawPayload.equals(short)]).toEqual([200, 'video/mp4', true])
  const part = await fetch(hello?.video_url, { range: 'bytes=0-9' })
  expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 0-9/${short.length}`])
  const captions = await fetch(hello?.captions_url)
  expect([captions.headers['content-type'], captions.body]).toEqual(['text/vtt; charset=utf-8', (await record()).hello?.captions])
  expect(captions.body).toContain('I read your code.')
})

test('a removed hello ends at once, and its file later [SEC-141]', async () => {
  const { shop, save, remove, shown, fetch } = await createSchool()
  await save({ file: short })
  const first = await shown()
  await save({ file: short })
  await expect.poll(async () => (await shown())?.video_url).not.toBe(first?.video_url)
  const second = await shown()
  expect((await remove()).as<InstructorRecord>().hello).toBeNull()
  await expect.poll(shown).toBeNull()
  const keys = [first, second].map((hello) => /([\da-f]{32})/.exec(hello?.video_url ?? '')?.[1] ?? '')
  for (const hello of [first, second]) {
    expect([(await fetch(hello?.video_url)).statusCode, (await fetch(hello?.captions_url)).statusCode]).toEqual([404, 404])
  }
  const files = async () =>
    Promise.all(keys.map(async (key) => (await shop.deps.files.read(helloPath(key, 'mp4'))) !== undefined))
  expect(await files()).toEqual([true, true])
  await shop.db.query(`update media_removals set removable_at = app_now()`)
  await sweepMedia(shop.deps, system)
  expect(await files()).toEqual([false, false])
})

test('without a file only the words change', async () => {
  const { save, record } = await createSchool()
  expect((await save({ captions: 'No video.' })).statusCode).toBe(400)
  await save({ file: short })
  const before = (await record()).hello
  await save({ captions: 'Other words.' })
  const after = (await record()).hello
  expect(after?.video_url).toBe(before?.video_url)
  expect(after?.captions_url).not.toBe(before?.captions_url)
  expect(after?.captions).toContain('Other words.')
})

test.each([
  ['a video of 54 seconds', { file: long }, 'file'],
  ['a file that is no video', { file: Buffer.from('<script>alert(1)</script>') }, 'file'],
  ['an empty file', { file: Buffer.alloc(0) }, 'file'],
  ['no words', { file: short, captions: ' ' }, 'captions'],
  ['captions whose times are broken', { file: short, captions: 'WEBVTT\n\n1 --> 2\nHello' }, 'captions'],
])('refuses a hello with %s [SEC-141]', async (_, sent, field) => {
  const { shop, save } = await createSchool()
  const answer = await save(sent)
  expect([answer.statusCode, Object.keys(answer.json<object>())], answer.body).toEqual([400, expect.arrayContaining([field])])
  expect((await shop.db.query('select 1 from instructors where hello_key is not null')).rowCount).toBe(0)
})

test('a file above the limit is refused', async () => {
  const { save } = await createSchool()
  expect((await save({ file: Buffer.alloc(20 * 1024 * 1024 + 1) })).statusCode).toBe(413)
})

test('a stale version or another role changes no hello', async () => {
  const { save, record, shop } = await createSchool()
  const { version } = await record()
  expect((await save({ file: short, role: 'support' })).statusCode).toBe(403)
  expect((await save({ file: short })).statusCode).toBe(200)
  const stale = await save({ file: short, version })
  expect([stale.statusCode, stale.json<{ current: InstructorRecord }>().current.version]).toEqual([412, version + 1])
  const { rows } = await shop.db.query(
    `select operation from audit_log where table_name = 'instructors' and changes ? 'hello_key'`,
  )
  expect(rows).toEqual([{ operation: 'update' }])
})

test('words are spread over the video by their length', () => {
  expect(captionsOf('Hi. I teach.\nSee you!', 17)).toBe(
    'WEBVTT\n\n00:00:00.000 --> 00:00:02.684\nHi.\n\n00:00:02.684 --> 00:00:09.842\nI teach.\n\n00:00:09.842 --> 00:00:17.000\nSee you!\n',
  )
  expect(captionsOf('1\n00:00:01,000 --> 00:00:02,000\n<i>Hello</i>', 17)).toBe(
    'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nHello\n',
  )
})
