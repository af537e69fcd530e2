import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { onTestFinished } from 'vitest'
import type { S3Settings } from '#server/config.ts'

/** Starts an S3 server, which checks the access key but not the signature. Returns settings of its bucket. */
export async function createBucket(): Promise<S3Settings> {
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
