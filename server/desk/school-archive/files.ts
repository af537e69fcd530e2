import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, openAsBlob } from 'node:fs'
import { mkdir, mkdtemp, open, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import type { S3Settings } from '#server/config.ts'
import { isMissing, walk } from '#server/platform/backups/checksums.ts'
import { openBucket } from '#server/platform/files/s3-bucket.ts'

/** Where the school has its files: a bucket, or the folders `media` and `recordings` of `dataDir`. */
export interface Place {
  dataDir: string
  s3: S3Settings | undefined
}

export interface StoredFile {
  /** In the file store. */
  path: string
  size: number
  content: AsyncIterable<Buffer>
}

const recordings = 'recordings/'
/** What is being written, beside its place. */
const unfinished = /\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

const placeOf = (dataDir: string, path: string) => join(dataDir, path.startsWith(recordings) ? path : join('media', path))

/** Paths of all files of the school with their sizes as they are now. */
export async function* listFiles({ dataDir, s3 }: Place): AsyncGenerator<{ path: string; size: number }, void> {
  if (s3) {
    for (const { name, size } of await openBucket(s3).list('')) yield { path: name, size }
    return
  }
  for (const folder of ['media', 'recordings']) {
    for await (const below of walk(join(dataDir, folder))) {
      if (unfinished.test(below)) continue
      const found = await stat(join(dataDir, folder, below)).catch(ifMissing)
      if (found) yield { path: folder === 'media' ? below : `${recordings}${below}`, size: found.size }
    }
  }
}

const ifMissing = (error: unknown): undefined => {
  if (!isMissing(error)) throw error
}

/** Opens a file as it is now; undefined when it is gone. An upload that grows meanwhile is what it was. */
export async function openFile({ dataDir, s3 }: Place, path: string): Promise<StoredFile | undefined> {
  if (s3) {
    const answer = await openBucket(s3).open(path)
    if (answer.status !== 200 || !answer.body) {
      await answer.body?.cancel()
      return undefined
    }
    const content = Readable.fromWeb(answer.body as ReadableStream) as AsyncIterable<Buffer>
    return { path, size: Number(answer.headers.get('content-length')), content }
  }
  const handle = await open(placeOf(dataDir, path)).catch(ifMissing)
  if (!handle) return undefined
  const { size } = await handle.stat()
  if (size > 0) return { path, size, content: handle.createReadStream({ end: size - 1, highWaterMark: 1024 * 1024 }) }
  await handle.close()
  return { path, size, content: Readable.from([]) }
}

/** Puts a file in its place, whole. One that is there is replaced. */
export async function putFile({ dataDir, s3 }: Place, path: string, content: AsyncIterable<Buffer>): Promise<void> {
  if (s3) {
    const folder = await mkdtemp(join(tmpdir(), 'karyashala-'))
    try {
      await pipeline(content, createWriteStream(join(folder, 'file'), { mode: 0o600 }))
      await openBucket(s3).putLarge(path, await openAsBlob(join(folder, 'file')))
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
    return
  }
  const place = placeOf(dataDir, path)
  const draft = `${place}.${randomUUID()}`
  await mkdir(dirname(place), { recursive: true, mode: 0o700 })
  try {
    await pipeline(content, createWriteStream(draft, { mode: 0o600, flush: true }))
    await rename(draft, place)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** Reads a local file in large parts. */
export const readLocal = (file: string): AsyncIterable<Buffer> => createReadStream(file, { highWaterMark: 1024 * 1024 })
