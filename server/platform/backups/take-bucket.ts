import { link, mkdir, stat } from 'node:fs/promises'
import { createWriteStream } from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import type { S3Settings } from '#server/config.ts'
import { openBucket } from '#server/platform/files/s3-bucket.ts'
import { type Checked, type Earlier, hashFile } from './checksums.ts'

interface Taking {
  set: string
  files: Map<string, Checked>
  earlier: Earlier | undefined
  signal: AbortSignal | undefined
}

/**
 * Takes the files of a bucket into a set, in the folders that they have without a bucket. A file that the set before has with its size is
 * shared with it, since files never change under their name.
 */
export async function takeBucket(settings: S3Settings, { set, files, earlier, signal }: Taking): Promise<void> {
  const bucket = openBucket(settings)
  for (const { name, size } of await bucket.list('')) {
    signal?.throwIfAborted()
    const path = name.startsWith('recordings/') ? name : `media/${name}`
    if (files.has(path) || name.split('/').includes('..')) continue
    const to = join(set, path)
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    const known = earlier?.checksums.get(path)
    if (earlier && known !== undefined && (await share(join(earlier.folder, path), to, size))) {
      files.set(path, { path, bytes: size, sha256: known })
      continue
    }
    const answer = await bucket.open(name)
    if (answer.status === 404 || !answer.body) continue
    await pipeline(
      Readable.fromWeb(answer.body as ReadableStream),
      createWriteStream(to, { mode: 0o600 }),
      signal ? { signal } : {},
    )
    files.set(path, { path, ...(await hashFile(to)) })
  }
}

async function share(earlier: string, to: string, size: number): Promise<boolean> {
  try {
    if ((await stat(earlier)).size !== size) return false
    await link(earlier, to)
    return true
  } catch {
    return false
  }
}
