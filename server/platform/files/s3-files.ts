import { createWriteStream, openAsBlob } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import type { S3Settings } from '#server/config.ts'
import { openOnce } from '#server/platform/process/open-once.ts'
import type { FileStore } from './file-store.ts'
import { openBucket } from './s3-bucket.ts'

/** Keeps files in a bucket of an S3-compatible store. */
export function s3Files(settings: S3Settings): FileStore {
  const bucket = openBucket(settings)
  const arrivals = openOnce(async () => new (await import('./s3-arrivals.ts')).S3Arrivals(bucket))
  const removeFolder = async (path: string) => {
    for (const { name } of await bucket.list(`${path}/`)) await bucket.remove(name)
  }
  return {
    write: (path, bytes, type) => bucket.put(path, new Uint8Array(bytes), type),
    async writeFolder(path, folder) {
      await removeFolder(path)
      // The playlists last: a player that finds one finds its parts.
      const names = (await readdir(folder)).toSorted((a, b) => Number(a.endsWith('.m3u8')) - Number(b.endsWith('.m3u8')))
      for (const name of names) await bucket.putLarge(`${path}/${name}`, await openAsBlob(join(folder, name)))
    },
    read: (path) => bucket.read(path),
    async open(path, range) {
      const answer = await bucket.open(path, range)
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
    async remove(paths) {
      for (const path of paths) await bucket.remove(path)
    },
    removeFolder,
    arrivals: {
      store: arrivals.use,
      begin: async (key, size) => (await arrivals.use()).begin(key, size),
      received: async (key) => (await arrivals.use()).received(key),
      async copy(key, folder) {
        const file = join(folder, 'upload')
        const arrived = await arrivals.use()
        await pipeline(() => arrived.readAll(key), createWriteStream(file, { mode: 0o600 }))
        return file
      },
      remove: async (key) => (await arrivals.use()).remove(key),
    },
  }
}
