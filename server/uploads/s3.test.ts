import { expect, test } from 'vitest'
import { createBucket } from '#tests/s3-bucket.ts'
import { s3Storage } from './s3.ts'
import { openStorage } from './storage.ts'

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
