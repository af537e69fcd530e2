import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { link, lstat, mkdir, opendir, readFile, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileProblem } from '#server/platform/db/file-problem.ts'
import { checksumsFile, keysFile, type Manifest, type Part, parts } from './manifest.ts'

/** A file of a set. Its path is relative to the set. */
export interface Checked {
  path: string
  bytes: number
  sha256: string
}

/** Copies a file and returns what was copied, which counts for a file that grows. @throws what the disks say */
export async function copyFile(from: string, to: string, signal?: AbortSignal): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  const target = createWriteStream(to, { mode: 0o600 })
  try {
    await pipeline(createReadStream(from, { highWaterMark: 1024 * 1024 }), count, target, signal ? { signal } : {})
  } catch (error) {
    signal?.throwIfAborted()
    throw isMissing(error) ? error : fileProblem(to, error)
  }
  return { bytes, sha256: hash.digest('hex') }
}

export async function hashFile(file: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { bytes, sha256: hash.digest('hex') }
}

export const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Files below a folder that may be missing, as paths relative to it. A file may be gone before it is read. */
export async function* walk(folder: string, below = ''): AsyncGenerator<string> {
  const opened = await opendir(join(folder, below)).catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })
  if (!opened) return
  for await (const entry of opened) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (entry.isDirectory()) yield* walk(folder, path)
    else if (entry.isFile()) yield path
  }
}

/** The set before, whose unchanged files the next one shares. */
export interface Earlier {
  folder: string
  checksums: ReadonlyMap<string, string>
}

/**
 * Takes a file of the school into a set: as a link to the same file in the set before, which needs no room, otherwise as a copy. Files of the
 * school never change under their name, so size and time tell. Returns undefined when it is gone.
 */
export async function takeFile(
  from: string,
  { set, path }: { set: string; path: string },
  earlier: Earlier | undefined,
  signal?: AbortSignal,
): Promise<Checked | undefined> {
  const to = join(set, path)
  try {
    const { size, mtime } = await stat(from)
    const known = earlier?.checksums.get(path)
    if (earlier && known !== undefined && (await isSame(join(earlier.folder, path), size, mtime))) {
      await mkdir(dirname(to), { recursive: true, mode: 0o700 })
      const isLinked = await link(join(earlier.folder, path), to).then(
        () => true,
        // Some disks have no links, or no more of them.
        () => false,
      )
      if (isLinked) return { path, bytes: size, sha256: known }
    }
    const copied = await copyFile(from, to, signal)
    await utimes(to, mtime, mtime)
    return { path, ...copied }
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

async function isSame(file: string, size: number, mtime: Date): Promise<boolean> {
  const found = await lstat(file).catch(() => undefined)
  // Some disks keep whole seconds.
  return found?.isFile() === true && found.size === size && Math.abs(found.mtimeMs - mtime.getTime()) < 1000
}

export function formatChecksums(files: readonly Checked[]): string {
  return files.map(({ sha256, path }) => `${sha256}  ${path}\n`).join('')
}

/** @throws Error when the list of a set is missing or no such list */
export async function readChecksums(folder: string): Promise<Map<string, string>> {
  const text = await readFile(join(folder, checksumsFile), 'utf8').catch((error: unknown) => {
    throw new Error(`${join(folder, checksumsFile)} can not be read: this set is not complete.`, { cause: error })
  })
  return new Map(
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => {
        const [, sha256, path] = /^([\da-f]{64}) {2}(.+)$/.exec(line) ?? []
        // A path out of the set would have a restore write elsewhere.
        if (sha256 === undefined || path === undefined || path.split('/').includes('..') || path.startsWith('/'))
          throw new Error(`${join(folder, checksumsFile)} is damaged.`)
        return [path, sha256]
      }),
  )
}

export const partOf = (path: string): Part | undefined =>
  path === keysFile ? 'keys' : parts.find((name) => name !== 'keys' && path.startsWith(`${name}/`))

/** Sizes and checksums of the parts. @param files in the order of their paths */
export function sumParts(files: readonly Checked[]): Manifest['parts'] {
  const sum = (name: Part) => {
    const own = files.filter(({ path }) => partOf(path) === name)
    const sha256 = name === 'keys' ? (own[0]?.sha256 ?? '') : createHash('sha256').update(formatChecksums(own)).digest('hex')
    return { files: own.length, bytes: own.reduce((total, { bytes }) => total + bytes, 0), sha256 }
  }
  return Object.fromEntries(parts.map((name) => [name, sum(name)])) as Manifest['parts']
}

export const byPath = (a: { path: string }, b: { path: string }): number => (a.path < b.path ? -1 : 1)
