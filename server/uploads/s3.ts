import { AwsClient } from 'aws4fetch'
import type { S3Settings } from '../config.ts'
import type { Storage } from './storage.ts'

/** Milliseconds of one call. */
const timeoutMs = 20_000

/** Keeps files in a bucket of an S3-compatible store. The address names endpoint and bucket: `https://host/bucket`. */
export function s3Storage({ url, accessKey, secretKey }: S3Settings): Storage {
  const client = new AwsClient({ accessKeyId: accessKey, secretAccessKey: secretKey, service: 's3', retries: 2 })
  const call = async (method: string, path: string, body?: { bytes: Buffer; type: string }) =>
    client.fetch(`${url}/${path}`, {
      method,
      signal: AbortSignal.timeout(timeoutMs),
      ...(body ? { body: new Uint8Array(body.bytes), headers: { 'content-type': body.type } } : {}),
    })
  const expectOk = async (answer: Response, path: string) => {
    if (answer.ok) return
    throw new Error(`the media storage answered ${answer.status} for ${path}: ${(await answer.text()).slice(0, 300)}`)
  }
  return {
    async write(path, bytes, type) {
      const answer = await call('PUT', path, { bytes, type })
      await expectOk(answer, path)
      await answer.body?.cancel()
    },
    async read(path) {
      const answer = await call('GET', path)
      if (answer.status === 404) {
        await answer.body?.cancel()
        return undefined
      }
      await expectOk(answer, path)
      return Buffer.from(await answer.arrayBuffer())
    },
    async remove(paths) {
      for (const path of paths) {
        const answer = await call('DELETE', path)
        if (answer.status !== 404) await expectOk(answer, path)
        await answer.body?.cancel()
      }
    },
  }
}
