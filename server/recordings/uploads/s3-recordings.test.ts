import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { createBucket } from '#tests/s3-bucket.ts'
import { s3Recordings } from './s3-recordings.ts'

const key = '0123456789abcdef0123456789abcdef'

/** A bucket of a real S3 server, and a folder to work in. */
async function openBucket() {
  const work = await mkdtemp(join(tmpdir(), 'karyashala-work-'))
  onTestFinished(() => rm(work, { recursive: true }))
  return { files: s3Recordings(await createBucket()), work }
}

test('a bucket takes an upload in parts and publishes it', async () => {
  const { files, work } = await openBucket()
  const bytes = Buffer.alloc(6 * 1024 * 1024, 'recording ')
  expect(await files.received(key)).toBeUndefined()
  await files.begin(key, bytes.length)
  expect(await files.received(key)).toBe(0)
  const store = await files.store()
  const half = 5 * 1024 * 1024
  expect(await store.write(Readable.from([bytes.subarray(0, half)]), key, 0)).toBe(half)
  expect(await files.received(key)).toBe(half)
  expect(await store.write(Readable.from([bytes.subarray(half)]), key, half)).toBe(bytes.length)
  expect(await files.received(key)).toBe(bytes.length)
  expect((await readFile(await files.copyUpload(key, work))).equals(bytes)).toBe(true)
  const folder = await mkdtemp(join(work, 'made-'))
  await rename(await files.copyUpload(key, work), join(folder, 'video.mp4'))
  await files.publish(key, folder)
  const part = await files.open(key, 'video.mp4', 'bytes=10-18')
  expect([part?.status, part?.headers['content-range']]).toEqual([206, `bytes 10-18/${bytes.length}`])
  expect(await text(part?.stream ?? Readable.from([]))).toBe('recording')
  await files.remove(key, 'source')
  expect(await files.received(key)).toBeUndefined()
  await files.remove(key, 'published')
  expect(await files.open(key, 'video.mp4', undefined)).toBeUndefined()
})

test('a published folder replaces an earlier one', async () => {
  const { files, work } = await openBucket()
  const publish = async (names: string[]) => {
    const folder = await mkdtemp(join(work, 'made-'))
    for (const name of names) await writeFile(join(folder, name), name)
    await files.publish(key, folder)
  }
  await publish(['index.m3u8', 'v0-00001.m4s'])
  await publish(['index.m3u8'])
  const playlist = await files.open(key, 'index.m3u8', undefined)
  expect([playlist?.status, await text(playlist?.stream ?? Readable.from([]))]).toEqual([200, 'index.m3u8'])
  expect(await files.open(key, 'v0-00001.m4s', undefined)).toBeUndefined()
})
