import { AwsClient } from 'aws4fetch'
import type { S3Settings } from '#server/config.ts'

/** Milliseconds of one call that moves no large file. */
const timeoutMs = 20_000
/** Milliseconds of one file: a video without ffmpeg is one of gigabytes. */
const largeTimeoutMs = 60 * 60_000
const noTimeout = 0

/** Calls of a bucket. @throws Error for an answer that is no success */
export interface Bucket {
  put(path: string, bytes: Uint8Array<ArrayBuffer>, type?: string): Promise<void>
  /** Stores a file of any size. */
  putLarge(path: string, file: Blob): Promise<void>
  /** Returns undefined for a missing file. */
  read(path: string): Promise<Buffer | undefined>
  /** Answers 404 and 416 too. */
  open(path: string, range?: string): Promise<Response>
  /** Returns names and sizes in the order of the names. */
  list(prefix: string): Promise<{ name: string; size: number }[]>
  /** Removes a file that may be missing. */
  remove(path: string): Promise<void>
}

/** The address names endpoint and bucket: `https://host/bucket`. */
export function openBucket({ url, accessKey, secretKey }: S3Settings): Bucket {
  const client = new AwsClient({ accessKeyId: accessKey, secretAccessKey: secretKey, service: 's3', retries: 2 })
  const ask = async (path: string, init: RequestInit = {}, timeout = timeoutMs) =>
    client.fetch(`${url}/${path}`, { ...init, ...(timeout > 0 && { signal: AbortSignal.timeout(timeout) }) })
  const expectOk = async (answer: Response, what: string) => {
    if (answer.ok) return answer
    throw new Error(`the file storage answered ${answer.status} for ${what}: ${(await answer.text()).slice(0, 300)}`)
  }
  return {
    async put(path, bytes, type) {
      const answer = await ask(path, { method: 'PUT', body: bytes, ...(type && { headers: { 'content-type': type } }) })
      await (await expectOk(answer, path)).body?.cancel()
    },
    async putLarge(path, file) {
      // A file of gigabytes is not read twice to be signed.
      const headers = { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' }
      const answer = await ask(path, { method: 'PUT', body: file, headers }, largeTimeoutMs)
      await (await expectOk(answer, path)).body?.cancel()
    },
    async read(path) {
      const answer = await ask(path)
      if (answer.status !== 404) return Buffer.from(await (await expectOk(answer, path)).arrayBuffer())
      await answer.body?.cancel()
      return undefined
    },
    async open(path, range) {
      // A player reads as slowly as it plays.
      const answer = await ask(path, range === undefined ? {} : { headers: { range } }, noTimeout)
      return answer.status === 404 || answer.status === 416 ? answer : expectOk(answer, path)
    },
    async list(prefix) {
      const found: { name: string; size: number }[] = []
      for (let after = ''; ; after = found.at(-1)?.name ?? '') {
        const query = new URLSearchParams({ 'list-type': '2', prefix, ...(after && { 'start-after': after }) })
        const text = await (await expectOk(await ask(`?${query}`), prefix)).text()
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
      const answer = await ask(path, { method: 'DELETE' })
      if (answer.status !== 404) await expectOk(answer, path)
      await answer.body?.cancel()
    },
  }
}
