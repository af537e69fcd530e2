import { AwsClient } from 'aws4fetch'
import type { S3Settings } from '../../config.ts'

/** Milliseconds of one call that moves no large file. */
const timeoutMs = 20_000
/** Milliseconds of one file: a video without ffmpeg is one of gigabytes. */
const fileTimeoutMs = 60 * 60_000

/** Calls of a bucket. @throws Error for an answer that is no success */
export interface Bucket {
  put(path: string, body: Blob | Uint8Array<ArrayBuffer>): Promise<void>
  /** Answers 404 and 416 too. */
  get(path: string, range?: string): Promise<Response>
  /** Returns names and sizes in the order of the names. */
  list(prefix: string): Promise<{ name: string; size: number }[]>
  remove(path: string): Promise<void>
}

export function openBucket({ url, accessKey, secretKey }: S3Settings): Bucket {
  const client = new AwsClient({ accessKeyId: accessKey, secretAccessKey: secretKey, service: 's3', retries: 2 })
  const ask = async (path: string, init: RequestInit) => client.fetch(`${url}/${path}`, init)
  const expectOk = async (answer: Response, what: string) => {
    if (answer.ok) return answer
    throw new Error(`the recording storage answered ${answer.status} for ${what}: ${(await answer.text()).slice(0, 300)}`)
  }
  return {
    async put(path, body) {
      // A file of gigabytes is not read twice to be signed.
      const headers = { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' }
      const answer = await ask(path, {
        method: 'PUT',
        body,
        headers,
        signal: AbortSignal.timeout(fileTimeoutMs),
      })
      await (await expectOk(answer, path)).body?.cancel()
    },
    async get(path, range) {
      const answer = await ask(path, range ? { headers: { range } } : {})
      return answer.status === 404 || answer.status === 416 ? answer : expectOk(answer, path)
    },
    async list(prefix) {
      const found: { name: string; size: number }[] = []
      for (let after = ''; ; after = found.at(-1)?.name ?? '') {
        const query = new URLSearchParams({ 'list-type': '2', prefix, ...(after && { 'start-after': after }) })
        const answer = await ask(`?${query}`, { signal: AbortSignal.timeout(timeoutMs) })
        const text = await (await expectOk(answer, prefix)).text()
        // Our own names hold nothing that XML escapes.
        const page = Array.from(text.matchAll(/<Key>([^<]+)<\/Key>[\s\S]*?<Size>(\d+)<\/Size>/g), ([, name = '', size]) => ({
          name,
          size: Number(size),
        }))
        found.push(...page)
        if (page.length === 0 || !text.includes('<IsTruncated>true')) return found
      }
    },
    async remove(path) {
      const answer = await ask(path, { method: 'DELETE', signal: AbortSignal.timeout(timeoutMs) })
      if (answer.status !== 404) await expectOk(answer, path)
      await answer.body?.cancel()
    },
  }
}
