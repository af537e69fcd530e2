import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parse } from 'range-parser'
import { diskArrivals } from './disk-arrivals.ts'
import { ifThere } from './if-there.ts'
import type { FileStore } from './file-store.ts'

/** Keeps files in two folders: those whose path begins with `recordings/` in one, all others in the other. */
export function diskFiles(folders: { media: string; recordings: string }): FileStore {
  const placeOf = (path: string) =>
    path.startsWith('recordings/') ? join(folders.recordings, path.slice('recordings/'.length)) : join(folders.media, path)
  return {
    // A file appears whole: it is written beside its place and then renamed.
    async write(path, bytes) {
      const place = placeOf(path)
      const unfinished = `${place}.${randomUUID()}`
      await mkdir(dirname(place), { recursive: true, mode: 0o700 })
      try {
        await writeFile(unfinished, bytes, { mode: 0o600, flush: true })
        await rename(unfinished, place)
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
    },
    async writeFolder(path, folder) {
      const place = placeOf(path)
      await mkdir(dirname(place), { recursive: true, mode: 0o700 })
      await rm(place, { recursive: true, force: true })
      await rename(folder, place)
    },
    read: (path) => ifThere(readFile(placeOf(path))),
    async open(path, range) {
      const place = placeOf(path)
      const found = await ifThere(stat(place))
      if (!found?.isFile()) return undefined
      const headers = { 'accept-ranges': 'bytes', 'last-modified': found.mtime.toUTCString() }
      const part = readRange(range, found.size)
      if (part === 'unsatisfiable') {
        return { status: 416, headers: { ...headers, 'content-range': `bytes */${found.size}` }, stream: undefined }
      }
      if (!part) {
        return { status: 200, headers: { ...headers, 'content-length': String(found.size) }, stream: createReadStream(place) }
      }
      const { start, end } = part
      return {
        status: 206,
        headers: {
          ...headers,
          'content-length': String(end - start + 1),
          'content-range': `bytes ${start}-${end}/${found.size}`,
        },
        stream: createReadStream(place, { start, end }),
      }
    },
    async remove(paths) {
      await Promise.all(paths.map((path) => rm(placeOf(path), { force: true })))
    },
    removeFolder: (path) => rm(placeOf(path), { recursive: true, force: true }),
    arrivals: diskArrivals(join(folders.recordings, 'uploads')),
  }
}

/** Reads a header with one range of bytes, which is what players send. Others are ignored, as RFC 9110 allows. */
function readRange(header: string | undefined, size: number): { start: number; end: number } | 'unsatisfiable' | undefined {
  if (header === undefined) return undefined
  const { code, type, ranges } = parse(size, header)
  if (code === 2 && type === 'bytes' && ranges.length === 0) return 'unsatisfiable'
  return code === 0 && type === 'bytes' && ranges.length === 1 ? ranges[0] : undefined
}
