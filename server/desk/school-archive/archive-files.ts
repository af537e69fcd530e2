import { createHash } from 'node:crypto'
import { tarHeader, tarPadding } from './tar.ts'

/** The checksum of each file of an archive, by its path. */
export type Checksums = Map<string, { sha256: string; bytes: number }>

/**
 * Yields a file of an archive and stores its checksum.
 * @throws Error when its content has another size
 */
export async function* archiveFile(
  { path, size, content, time }: { path: string; size: number; content: AsyncIterable<Buffer> | Iterable<Buffer>; time: Date },
  checksums: Checksums,
): AsyncGenerator<Buffer, void> {
  const hash = createHash('sha256')
  let bytes = 0
  yield tarHeader(path, size, time)
  for await (const chunk of content) {
    hash.update(chunk)
    bytes += chunk.length
    yield chunk
  }
  if (bytes !== size) throw new Error(`${path} changed while it was read: try again.`)
  yield tarPadding(size)
  checksums.set(path, { sha256: hash.digest('hex'), bytes })
}

/** As `sha256sum` writes them, in the order of the paths. */
export function formatChecksums(checksums: Checksums): string {
  return [...checksums]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, { sha256 }]) => `${sha256}  ${path}\n`)
    .join('')
}
