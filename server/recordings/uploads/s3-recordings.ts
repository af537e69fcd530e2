import { createWriteStream } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { Upload } from '@tus/server'
import { AwsClient } from 'aws4fetch'
import type { S3Settings } from '../../config.ts'
import type { RecordingFiles } from './recording-files.ts'

/** Milliseconds of one call that moves no large file. */
const timeoutMs = 20_000

/** Keeps videos in a bucket: `recordings/uploads/` for what arrives, `recordings/published/` for what players fetch. */
export function s3Recordings({ url, accessKey, secretKey }: S3Settings): RecordingFiles {
  const client = new AwsClient({ accessKeyId: accessKey, secretAccessKey: secretKey, service: 's3', retries: 2 })
  const idOf = (key: string) => `recordings/uploads/${key}`
  const published = (key: string, file = '') => `recordings/published/${key}/${file}`
  const ask = (path: string, init: RequestInit & { signal?: AbortSignal } = {}) =>
    client.fetch(`${url}/${path}`, { signal: AbortSignal.timeout(timeoutMs), ...init })
  const expectOk = async (answer: Response, what: string) => {
    if (answer.ok) return answer
    throw new Error(`the recording storage answered ${answer.status} for ${what}: ${(await answer.text()).slice(0, 300)}`)
  }
  const done = async (answer: Response, what: string) => void (await expectOk(answer, what)).body?.cancel()
  const listFiles = async (prefix: string) => {
    const answer = await expectOk(await ask(`?list-type=2&max-keys=1000&prefix=${encodeURIComponent(prefix)}`), prefix)
    // Our own names hold nothing that XML escapes.
    return Array.from((await answer.text()).matchAll(/<Key>([^<]+)<\/Key>/g), ([, name = '']) => name)
  }
  const removeAll = async (prefix: string) => {
    for (let files = await listFiles(prefix); files.length > 0; files = await listFiles(prefix)) {
      for (const file of files) await done(await ask(file, { method: 'DELETE' }), file)
    }
  }
  let store: Promise<import('@tus/s3-store').S3Store> | undefined
  // The client of the bucket is large, so it is loaded by the first upload of a process.
  const openStore = () =>
    (store ??= import('@tus/s3-store').then(({ S3Store }) => new S3Store(storeSettings({ url, accessKey, secretKey }))))
  return {
    store: openStore,
    idOf,
    async begin(key, size) {
      await (await openStore()).create(new Upload({ id: idOf(key), size, offset: 0 }))
    },
    async received(key) {
      return (await openStore()).getUpload(idOf(key)).then(
        ({ offset }) => offset,
        (error: unknown) => {
          if (typeof error === 'object' && error !== null && 'status_code' in error) return undefined
          throw error
        },
      )
    },
    async fetch(key, folder) {
      const answer = await expectOk(await client.fetch(`${url}/${idOf(key)}`), key)
      const file = join(folder, 'upload')
      if (answer.body) await pipeline(Readable.fromWeb(answer.body as ReadableStream), createWriteStream(file, { mode: 0o600 }))
      return file
    },
    async publish(key, folder) {
      await removeAll(published(key))
      // The playlists last: a player that finds one finds its parts.
      const files = (await readdir(folder)).toSorted((a, b) => Number(a.endsWith('.m3u8')) - Number(b.endsWith('.m3u8')))
      for (const file of files) {
        const body = new Uint8Array(await readFile(join(folder, file)))
        await done(await ask(published(key, file), { method: 'PUT', body }), file)
      }
    },
    async publishUpload(key, file) {
      const source = `/${new URL(url).pathname.replace(/^\//, '')}/${idOf(key)}`
      const headers = { 'x-amz-copy-source': source }
      // A bucket copies without sending it here, which still takes minutes for a large file.
      const signal = AbortSignal.timeout(15 * 60_000)
      await done(await ask(published(key, file), { method: 'PUT', headers, signal }), file)
    },
    async open(key, file, range) {
      const answer = await client.fetch(`${url}/${published(key, file)}`, range ? { headers: { range } } : {})
      if (answer.status === 404) {
        await answer.body?.cancel()
        return undefined
      }
      if (answer.status !== 416) await expectOk(answer, file)
      const headers: Record<string, string> = { 'accept-ranges': 'bytes' }
      for (const name of ['content-length', 'content-range', 'last-modified']) {
        const value = answer.headers.get(name)
        if (value !== null) headers[name] = value
      }
      if (answer.status === 416) {
        await answer.body?.cancel()
        delete headers['content-length']
        return { status: 416, headers, stream: undefined }
      }
      const status = answer.status === 206 ? 206 : 200
      return { status, headers, stream: answer.body ? Readable.fromWeb(answer.body as ReadableStream) : undefined }
    },
    async remove(key, kind) {
      if (kind === 'published') return removeAll(published(key))
      // Ends a multipart upload of which no object exists yet. One that is complete or gone has none.
      await (await openStore()).remove(idOf(key)).catch(() => undefined)
      await removeAll(idOf(key))
    },
  }
}

function storeSettings({ url, accessKey, secretKey }: S3Settings) {
  const { origin, pathname, hostname } = new URL(url)
  return {
    partSize: 5 * 1024 * 1024,
    useTags: false,
    // Another process may hold newer facts of an upload.
    cache: { get: async () => undefined, set: async () => undefined, delete: async () => undefined },
    s3ClientConfig: {
      bucket: pathname.slice(1),
      endpoint: origin,
      forcePathStyle: true,
      region: /^s3[.-]([a-z\d-]+)\.amazonaws\.com$/.exec(hostname)?.[1] ?? 'us-east-1',
      credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    },
  }
}
