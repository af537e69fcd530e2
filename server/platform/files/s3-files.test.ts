import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { createBucket } from '#tests/school/s3-bucket.ts'
import { openFileStore } from './file-store.ts'
import { s3Files } from './s3-files.ts'

const key = '0123456789abcdef0123456789abcdef'
const path = `recordings/published/${key}`

/** A bucket of a real S3 server, and a folder to work in. */
async function openBucket() {
  const work = await mkdtemp(join(tmpdir(), 'karyashala-work-'))
  onTestFinished(() => rm(work, { recursive: true }))
  return { files: s3Files(await createBucket()), work }
}

test('a bucket takes an upload in parts and publishes it', async () => {
  const { files, work } = await openBucket()
  const bytes = Buffer.alloc(6 * 1024 * 1024, 'recording ')
  expect(await files.arrivals.received(key)).toBeUndefined()
  await files.arrivals.begin(key, bytes.length)
  expect(await files.arrivals.received(key)).toBe(0)
  const store = await files.arrivals.store()
  const half = 5 * 1024 * 1024
  expect(await store.write(Readable.from([bytes.subarray(0, half)]), key, 0)).toBe(half)
  expect(await files.arrivals.received(key)).toBe(half)
  expect(await store.write(Readable.from([bytes.subarray(half)]), key, half)).toBe(bytes.length)
  expect(await files.arrivals.received(key)).toBe(bytes.length)
  expect((await readFile(await files.arrivals.copy(key, work))).equals(bytes)).toBe(true)
  const folder = await mkdtemp(join(work, 'made-'))
  await rename(await files.arrivals.copy(key, work), join(folder, 'video.mp4'))
  await files.writeFolder(path, folder)
  const part = await files.open(`${path}/video.mp4`, 'bytes=10-18')
  expect([part?.status, part?.headers['content-range']]).toEqual([206, `bytes 10-18/${bytes.length}`])
  expect(await text(part?.stream ?? Readable.from([]))).toBe('recording')
  await files.arrivals.remove(key)
  expect(await files.arrivals.received(key)).toBeUndefined()
  await files.removeFolder(path)
  expect(await files.open(`${path}/video.mp4`, undefined)).toBeUndefined()
})

test('a published folder replaces an earlier one', async () => {
  const { files, work } = await openBucket()
  const publish = async (names: string[]) => {
    const folder = await mkdtemp(join(work, 'made-'))
    for (const name of names) await writeFile(join(folder, name), name)
    await files.writeFolder(path, folder)
  }
  await publish(['index.m3u8', 'v0-00001.m4s'])
  await publish(['index.m3u8'])
  const playlist = await files.open(`${path}/index.m3u8`, undefined)
  expect([playlist?.status, await text(playlist?.stream ?? Readable.from([]))]).toEqual([200, 'index.m3u8'])
  expect(await files.open(`${path}/v0-00001.m4s`, undefined)).toBeUndefined()
})

test('writes, reads, replaces and removes files of a bucket', async () => {
  const { files } = await openBucket()
  const picture = 'media/library/0123456789abcdef0123456789abcdef/960.webp'
  expect(await files.read(picture)).toBeUndefined()
  const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 256))
  await files.write(picture, bytes, 'image/webp')
  expect((await files.read(picture))?.equals(bytes)).toBe(true)
  await files.write(picture, Buffer.from('other'), 'image/webp')
  expect(await files.read(picture)).toEqual(Buffer.from('other'))
  await files.remove([picture, 'media/library/missing.webp'])
  expect(await files.read(picture)).toBeUndefined()
})

test('reports a wrong key and an unreachable server as unavailable', async () => {
  const settings = await createBucket()
  const base = { mediaDir: '/dev/null', uploadedRecordingsDir: '/dev/null' }
  for (const s3 of [
    { ...settings, accessKey: 'wrong' },
    { ...settings, url: 'http://127.0.0.1:1/school' },
  ]) {
    await expect(openFileStore({ ...base, s3 }).write('media/a.webp', Buffer.from('a'), 'image/webp')).rejects.toMatchObject({
      status: 503,
    })
  }
})
