import { createReadStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FileStore } from '@tus/file-store'
import { readRange } from './read-range.ts'
import type { RecordingFiles } from './recording-files.ts'

/** Keeps videos in a folder: `uploads` for what arrives, `published` for what players fetch. */
export function diskRecordings(folder: string): RecordingFiles {
  const uploads = join(folder, 'uploads')
  const published = (key: string) => join(folder, 'published', key)
  let store: FileStore | undefined
  // The store makes its folder too, and ends the process when it can't. So it is made here first, by a process that needs it.
  const openStore = async () => {
    await mkdir(uploads, { recursive: true, mode: 0o700 })
    return (store ??= new (await import('@tus/file-store')).FileStore({ directory: uploads }))
  }
  return {
    store: openStore,
    async begin(key, size) {
      const { Upload } = await import('@tus/server')
      await (await openStore()).create(new Upload({ id: key, size, offset: 0 }))
    },
    received: async (key) => (await stat(join(uploads, key)).catch(undefinedIfMissing))?.size,
    copyUpload: async (key) => join(uploads, key),
    async publish(key, from) {
      const place = published(key)
      await mkdir(dirname(place), { recursive: true, mode: 0o700 })
      await rm(place, { recursive: true, force: true })
      await rename(from, place)
    },
    async open(key, file, range) {
      const path = join(published(key), file)
      const found = await stat(path).catch(undefinedIfMissing)
      if (!found?.isFile()) return undefined
      const headers = { 'accept-ranges': 'bytes', 'last-modified': found.mtime.toUTCString() }
      const part = readRange(range, found.size)
      if (part === 'unsatisfiable') {
        return { status: 416, headers: { ...headers, 'content-range': `bytes */${found.size}` }, stream: undefined }
      }
      if (!part) {
        return { status: 200, headers: { ...headers, 'content-length': String(found.size) }, stream: createReadStream(path) }
      }
      const { start, end } = part
      return {
        status: 206,
        headers: {
          ...headers,
          'content-length': String(end - start + 1),
          'content-range': `bytes ${start}-${end}/${found.size}`,
        },
        stream: createReadStream(path, { start, end }),
      }
    },
    async remove(key, kind) {
      if (kind === 'published') return rm(published(key), { recursive: true, force: true })
      await Promise.all([key, `${key}.json`].map((name) => rm(join(uploads, name), { force: true })))
    },
  }
}

function undefinedIfMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return undefined
  throw error
}
