import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { expect, onTestFinished, test } from 'vitest'
import { s3Storage } from './s3.ts'
import { openStorage } from './storage.ts'

/** Starts an S3 server, which checks the access key but not the signature. Returns settings of its bucket. */
async function createBucket() {
  const directory = await mkdtemp(join(tmpdir(), 'karyashala-s3-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'school', configs: [] }],
  })
  const { port } = await server.run()
  onTestFinished(async () => {
    await server.close()
    await rm(directory, { recursive: true })
  })
  return { url: `http://127.0.0.1:${port}/school`, accessKey: 'S3RVER', secretKey: 'S3RVER' }
}

test('writes, reads, replaces and removes files of a bucket', async () => {
  const storage = s3Storage(await createBucket())
  const path = 'media/library/0123456789abcdef0123456789abcdef/960.webp'
  expect(await storage.read(path)).toBeUndefined()
  const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 256))
  await storage.write(path, bytes, 'image/webp')
  expect((await storage.read(path))?.equals(bytes)).toBe(true)
  await storage.write(path, Buffer.from('other'), 'image/webp')
  expect(await storage.read(path)).toEqual(Buffer.from('other'))
  await storage.remove([path, 'media/library/missing.webp'])
  expect(await storage.read(path)).toBeUndefined()
})

test('reports a wrong key and an unreachable server as unavailable', async () => {
  const settings = await createBucket()
  const base = { mediaDir: '/dev/null' }
  for (const s3 of [
    { ...settings, accessKey: 'wrong' },
    { ...settings, url: 'http://127.0.0.1:1/school' },
  ]) {
    await expect(openStorage({ ...base, s3 }).write('media/a.webp', Buffer.from('a'), 'image/webp')).rejects.toMatchObject({
      status: 503,
    })
  }
})
