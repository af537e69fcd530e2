import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { RecordingUpload } from '#contract/classes/staff/recording-uploads.ts'
import { sellCourse, startBatch } from '#tests/school/sell-course.ts'
import { staffCalls } from '#tests/school/staff-calls.ts'
import { tokenOfOwner } from './join-staff.ts'
import { openDatabase } from './open-database.ts'
import { openOutside } from './open-outside.ts'
import { spawnServer, until } from './spawn-server.ts'

const lesson = await readFile(new URL('../../server/classes/recordings/demo/full-stack-day-3.mp4', import.meta.url))
/** An MP4 may hold a box of free space, so the video takes a while to arrive. */
const film = (() => {
  const free = Buffer.alloc(24 * 1024 * 1024)
  free.writeUInt32BE(free.length)
  free.write('free', 4)
  return Buffer.concat([lesson, free])
})()

test('a video survives kills while it is sent and prepared', { timeout: 300_000 }, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'karyashala-uploads-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const outside = await openOutside()
  const { db, url: databaseUrl } = await openDatabase({ max: 4 })
  const server = await spawnServer({ databaseUrl, dataDir, ...outside })
  const { batchId } = await sellCourse(db)
  await startBatch(db, batchId, '-3 hours')
  const { rows } = await db.query<{ id: number }>(
    'select id from class_sessions where batch_id = $1 order by starts_at limit 1',
    [batchId],
  )
  await db.query(
    `with made as (insert into users (email, full_name, verified_at) values ('asha@example.com', 'Asha', now()) returning id)
     insert into enrolments (user_id, batch_id, created_at) select id, $1, now() from made`,
    [batchId],
  )
  const token = await tokenOfOwner(server, { db, databaseUrl })
  const owner = staffCalls(() => ({ url: server.url, token }))
  const headers = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' }
  const { id } = await owner<RecordingUpload>('POST', 'recording-uploads/', {
    body: { session_id: rows[0]?.id ?? 0, title: 'Locks', file_name: 'class.mp4', size_bytes: film.length },
  })
  const file = `/api/staff/recording-uploads/${id}/file/`
  const offset = async () => {
    const answer = await fetch(`${server.url}${file}`, { method: 'HEAD', headers })
    return Number(answer.headers.get('upload-offset'))
  }
  /** Sends slowly from an offset, and kills the server on the way. */
  const sendAndKill = async (from: number, killAt: number) => {
    let sent = 0
    const killed = Promise.withResolvers<void>()
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const start = from + sent
        if (start >= film.length) return controller.close()
        if (sent >= killAt) {
          await until('some bytes are stored', async () => (await offsetOnDisk(dataDir)) > from)
          await server.kill()
          killed.resolve()
          return controller.error(new Error('the server is gone'))
        }
        controller.enqueue(new Uint8Array(film.subarray(start, start + 256 * 1024)))
        sent += 256 * 1024
      },
    })
    // The types of fetch lack what a stream needs.
    const init = {
      method: 'PATCH',
      headers: { ...headers, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(from) },
      body,
      duplex: 'half',
    }
    await fetch(`${server.url}${file}`, init).catch(() => undefined)
    await killed.promise
    await server.restart()
  }
  await sendAndKill(0, 4 * 1024 * 1024)
  const first = await offset()
  expect(first).toBeGreaterThan(0)
  expect(first).toBeLessThan(film.length)
  await sendAndKill(first, 4 * 1024 * 1024)
  const second = await offset()
  expect(second).toBeGreaterThan(first)
  const rest = await fetch(`${server.url}${file}`, {
    method: 'PATCH',
    headers: { ...headers, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(second) },
    body: new Uint8Array(film.subarray(second)),
  })
  expect(rest.status).toBe(204)
  await until('the video is being prepared', async () =>
    (await readdir(join(dataDir, 'recordings'))).some((name) => name.startsWith('work-')),
  )
  await server.kill()
  await server.restart()
  const count = async (sql: string) => (await db.query(sql)).rowCount ?? 0
  await until('the recording is there', async () => (await count('select 1 from recordings')) > 0)
  await until('the batch is told', async () => (await outside.countMails('asha@example.com', /^The recording is ready/)) > 0)
  expect(await count('select 1 from recordings')).toBe(1)
  expect(await count('select 1 from recording_uploads')).toBe(0)
  expect(await readdir(join(dataDir, 'recordings', 'published'))).toHaveLength(1)
  expect(await count(`select 1 from mail_outbox where template = 'recording-ready'`)).toBe(1)
})

async function offsetOnDisk(dataDir: string): Promise<number> {
  const folder = join(dataDir, 'recordings', 'uploads')
  const name = (await readdir(folder)).find((one) => !one.endsWith('.json')) ?? ''
  return (await readFile(join(folder, name))).length
}
