import { createWriteStream, openAsBlob } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import type { S3Settings } from '../../config.ts'
import { openOnce } from '../../open-once.ts'
import type { RecordingFiles } from './recording-files.ts'
import { openBucket } from './s3-bucket.ts'

/** Keeps videos in a bucket: `recordings/uploads/` for what arrives, `recordings/published/` for what players fetch. */
export function s3Recordings(settings: S3Settings): RecordingFiles {
  const bucket = openBucket(settings)
  const uploads = openOnce(async () => new (await import('./s3-uploads.ts')).S3Uploads(bucket))
  const published = (key: string, file = '') => `recordings/published/${key}/${file}`
  const removeAll = async (prefix: string) => {
    for (const { name } of await bucket.list(prefix)) await bucket.remove(name)
  }
  return {
    store: uploads.use,
    begin: async (key, size) => (await uploads.use()).begin(key, size),
    received: async (key) => (await uploads.use()).received(key),
    async copyUpload(key, folder) {
      const file = join(folder, 'upload')
      const arrived = await uploads.use()
      await pipeline(() => arrived.readAll(key), createWriteStream(file, { mode: 0o600 }))
      return file
    },
    async publish(key, folder) {
      await removeAll(published(key))
      // The playlists last: a player that finds one finds its parts.
      const files = (await readdir(folder)).toSorted((a, b) => Number(a.endsWith('.m3u8')) - Number(b.endsWith('.m3u8')))
      for (const file of files) await bucket.put(published(key, file), await openAsBlob(join(folder, file)))
    },
    async open(key, file, range) {
      const answer = await bucket.get(published(key, file), range)
      if (answer.status === 404 || answer.status === 416) await answer.body?.cancel()
      if (answer.status === 404) return undefined
      const headers: Record<string, string> = { 'accept-ranges': 'bytes' }
      for (const name of ['content-length', 'content-range', 'last-modified']) {
        const value = answer.headers.get(name)
        if (value !== null && (answer.status !== 416 || name === 'content-range')) headers[name] = value
      }
      if (answer.status === 416 || !answer.body) return { status: 416, headers, stream: undefined }
      const stream = Readable.fromWeb(answer.body as ReadableStream)
      return { status: answer.status === 206 ? 206 : 200, headers, stream }
    },
    remove: async (key, kind) => (kind === 'published' ? removeAll(published(key)) : (await uploads.use()).remove(key)),
  }
}
