import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { RecordingUpload } from '#contract/classes/staff/recording-uploads.ts'
import { system } from '#server/platform/auth/principal.ts'
import { type ClassShop, createClassShop, february } from '#tests/school/class-shop.ts'
import { staffClient } from '#tests/school/staff-client.ts'
import { prepareRecording } from './prepare-recording.ts'

const disk = vi.hoisted(() => ({ free: () => Number.MAX_SAFE_INTEGER }))
vi.mock('node:fs/promises', async (original) => ({
  ...(await original<typeof import('node:fs/promises')>()),
  statfs: async () => ({ bavail: disk.free(), bsize: 1 }),
}))

const megabyte = 1024 * 1024
const lesson = await readFile(new URL('../demo/full-stack-day-3.mp4', import.meta.url))

/** A class that is over, on a disk that keeps ten megabytes and has room for `room` bytes of videos besides. */
async function createSchool({ room, ffmpegPath = '/nonexistent/ffmpeg' }: { room: number; ffmpegPath?: string }) {
  const folder = await mkdtemp(join(tmpdir(), 'karyashala-full-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const uploads = join(folder, 'uploads')
  const diskReserveBytes = 10 * megabyte
  const school = { other: 0 }
  disk.free = () => diskReserveBytes + room - school.other - sizeOf(uploads)
  const shop = await createClassShop(0, { config: { uploadedRecordingsDir: folder, ffmpegPath, diskReserveBytes } })
  await shop.setClock(february('03', '16:00'))
  const meera = staffClient(shop, 'instructor', shop.instructor)
  const session_id = (await shop.nth(1)).id
  const start = async (size_bytes: number) => {
    const body = { session_id, title: 'Locks', file_name: 'class.mp4', size_bytes }
    return (await meera('POST', 'recording-uploads/', { body })).as<RecordingUpload>().id
  }
  const read = async (id: number) => (await meera('GET', `recording-uploads/${id}/`)).as<RecordingUpload>()
  return { shop, meera, school, folder, uploads, start, read }
}

function sizeOf(folder: string): number {
  try {
    return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
  } catch {
    return 0
  }
}

const fileOf = (id: number) => `/api/staff/recording-uploads/${id}/file/`

const headersOf = (shop: ClassShop, offset: number) => ({
  ...shop.asStaff('content'),
  'tus-resumable': '1.0.0',
  'content-type': 'application/offset+octet-stream',
  'upload-offset': String(offset),
})

/** Begins a part that announces no length. */
async function sendChunked(
  shop: ClassShop,
  id: number,
): Promise<{ sending: ClientRequest; answered: Promise<[IncomingMessage]> }> {
  if (!shop.app.server.listening) await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = shop.app.server.address() as AddressInfo
  const sending = request({ port, host: '127.0.0.1', method: 'PATCH', path: fileOf(id), headers: headersOf(shop, 0) })
  onTestFinished(() => void sending.destroy())
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>
  // A test that ends the connection waits for no answer.
  answered.catch(() => undefined)
  return { sending, answered }
}

const codeOf = async (answer: IncomingMessage) => JSON.parse(await text(answer)).code as string

test('counts a part without a length as the whole rest [SEC-087]', async () => {
  const { shop, school, start, uploads } = await createSchool({ room: 40 * megabyte })
  const id = await start(30 * megabyte)
  school.other = 20 * megabyte
  const { sending, answered } = await sendChunked(shop, id)
  sending.write(Buffer.alloc(1000))
  const [answer] = await answered
  expect([answer.statusCode, await codeOf(answer)]).toEqual([507, 'disk_nearly_full'])
  expect(sizeOf(uploads)).toBeLessThan(1000)
})

test('ends a part when space runs out, and keeps what arrived [SEC-087]', async () => {
  const { shop, school, start, uploads } = await createSchool({ room: 60 * megabyte })
  const id = await start(50 * megabyte)
  const { sending, answered } = await sendChunked(shop, id)
  sending.write(Buffer.alloc(megabyte))
  await vi.waitFor(() => expect(sizeOf(uploads)).toBeGreaterThan(megabyte))
  school.other = 55 * megabyte
  for (let count = 1; count < 50; count += 1) sending.write(Buffer.alloc(megabyte))
  sending.end()
  const [answer] = await answered
  expect([answer.statusCode, await codeOf(answer)]).toEqual([507, 'disk_nearly_full'])
  const head = await shop.app.inject({ method: 'HEAD', url: fileOf(id), headers: headersOf(shop, 0) })
  const offset = Number(head.headers['upload-offset'])
  expect(offset).toBeGreaterThanOrEqual(megabyte)
  expect(offset).toBeLessThanOrEqual(17 * megabyte)
  school.other = 0
  const next = await shop.app.inject({
    method: 'PATCH',
    url: fileOf(id),
    payload: Buffer.alloc(megabyte),
    headers: headersOf(shop, offset),
  })
  expect([next.statusCode, next.headers['upload-offset']]).toEqual([204, String(offset + megabyte)])
})

test('parts beyond the room that is left are refused [SEC-087]', async () => {
  const { shop, school, start } = await createSchool({ room: 40 * megabyte })
  const ids = []
  for (let count = 0; count < 8; count += 1) ids.push(await start(4 * megabyte))
  school.other = 34 * megabyte
  const payload = Buffer.alloc(4 * megabyte)
  const answers = await Promise.all(
    ids.map((id) => shop.app.inject({ method: 'PATCH', url: fileOf(id), payload, headers: headersOf(shop, 0) })),
  )
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
    204,
    ...Array.from({ length: 7 }, () => 507),
  ])
})

test('deletes a cancelled upload at once, also while it arrives', async () => {
  const { shop, meera, start, uploads } = await createSchool({ room: 100 * megabyte })
  const id = await start(50 * megabyte)
  const { sending } = await sendChunked(shop, id)
  sending.write(Buffer.alloc(2 * megabyte))
  await vi.waitFor(() => expect(sizeOf(uploads)).toBeGreaterThan(megabyte))
  expect((await meera('POST', `recording-uploads/${id}/cancel/`)).status).toBe(200)
  expect(await readdir(uploads)).toEqual([])
})

test('keeps the source when a full disk took no segments [SEC-087]', async () => {
  const tools = await mkdtemp(join(tmpdir(), 'karyashala-ffmpeg-'))
  onTestFinished(() => rm(tools, { recursive: true }))
  const ffmpegPath = join(tools, 'ffmpeg')
  await writeFile(
    ffmpegPath,
    `#!/bin/sh
for last; do :; done
folder=$(dirname "$last")
case "$last" in *.m3u8)
  for v in v0 v1; do
    printf '#EXTM3U\\n#EXT-X-MAP:URI="%s-init.mp4"\\n#EXTINF:54.0,\\n%s-00000.m4s\\n#EXT-X-ENDLIST\\n' $v $v > "$folder/$v.m3u8"
    : > "$folder/$v-init.mp4"
    : > "$folder/$v-00000.m4s"
  done
esac
`,
  )
  await chmod(ffmpegPath, 0o700)
  const { shop, folder, start, read } = await createSchool({ room: 100 * megabyte, ffmpegPath })
  const id = await start(lesson.length)
  const headers = headersOf(shop, 0)
  expect((await shop.app.inject({ method: 'PATCH', url: fileOf(id), payload: lesson, headers })).statusCode).toBe(204)
  await expect(prepareRecording(shop.deps, system, { id })).rejects.toThrow('did not take the whole video')
  expect(await read(id)).toMatchObject({
    state: 'preparing',
    problem: expect.stringMatching(/^The disk of the server could not/),
  })
  expect(await readdir(folder)).toEqual(['uploads'])
  shop.deps.config.ffmpegPath = '/nonexistent/ffmpeg'
  await prepareRecording(shop.deps, system, { id })
  const { rows } = await shop.db.query<{ kind: string }>('select kind from recordings where upload_key is not null')
  expect(rows).toEqual([{ kind: 'file' }])
})

/** An upload that has arrived, and is encoded by a program that never ends. */
async function encodeForEver() {
  const tools = await mkdtemp(join(tmpdir(), 'karyashala-ffmpeg-'))
  onTestFinished(() => rm(tools, { recursive: true }))
  const ffmpegPath = join(tools, 'ffmpeg')
  await writeFile(ffmpegPath, `#!/bin/sh\ncase "$*" in *-version) exit 0 ;; esac\n: > ${tools}/begun\nexec sleep 600\n`)
  await chmod(ffmpegPath, 0o700)
  const created = await createSchool({ room: 100 * megabyte, ffmpegPath })
  const { shop, start } = created
  const id = await start(lesson.length)
  const sent = await shop.app.inject({ method: 'PATCH', url: fileOf(id), payload: lesson, headers: headersOf(shop, 0) })
  expect(sent.statusCode).toBe(204)
  const prepared = prepareRecording(shop.deps, system, { id })
  prepared.catch(() => undefined)
  await vi.waitFor(() => expect(readdirSync(tools)).toContain('begun'))
  return { ...created, id, prepared }
}

test('ends ffmpeg when it takes the reserve, and tries again later [SEC-087]', async () => {
  const { school, folder, read, id, prepared } = await encodeForEver()
  school.other = 101 * megabyte
  await expect(prepared).rejects.toThrow('did not take the whole video')
  expect(await read(id)).toMatchObject({
    state: 'preparing',
    problem: expect.stringMatching(/^The disk of the server could not/),
  })
  expect(await readdir(folder)).toEqual(['uploads'])
})

test('ends ffmpeg when the upload is cancelled', async () => {
  const { shop, meera, folder, id, prepared } = await encodeForEver()
  expect((await meera('POST', `recording-uploads/${id}/cancel/`)).status).toBe(200)
  await prepared
  expect(await readdir(folder)).toEqual(['uploads'])
  expect((await shop.db.query('select from recordings where upload_key is not null')).rowCount).toBe(0)
})
