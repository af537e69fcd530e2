import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { fileProblem } from './file-problem.ts'
import type { SnapshotHeader } from './snapshot.ts'
import { endOfFile, endOfTable, snapshotHeader } from './snapshot.ts'

const newline = 10
const notASnapshot = 'is no snapshot of this program, or is damaged: make one with npm run db:export'
const truncated = 'ends too early: it was cut off while being written or copied'

type Snapshot = { header: SnapshotHeader; readTable(): AsyncGenerator<Buffer, void>; finish(): Promise<void>; close(): void }

/**
 * Reads a snapshot file completely.
 * @throws Error when it is missing, unreadable, another file, truncated or damaged
 */
export async function verifySnapshot(file: string): Promise<SnapshotHeader> {
  const snapshot = await openSnapshot(file)
  try {
    for (const _ of snapshot.header.tables) for await (const _lines of snapshot.readTable());
    await snapshot.finish()
    return snapshot.header
  } finally {
    snapshot.close()
  }
}

/** Opens a snapshot. `readTable` yields the next table in blocks of whole lines; `finish` checks that the file is complete. */
export async function openSnapshot(file: string): Promise<Snapshot> {
  const source = createReadStream(file)
  const gunzip = source.pipe(createGunzip())
  source.on('error', (error) => gunzip.destroy(error))
  const chunks = gunzip[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let rest: Buffer = Buffer.alloc(0)

  async function readChunk(): Promise<Buffer | null> {
    try {
      const { value, done } = await chunks.next()
      return done ? null : value
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      if (!code.startsWith('Z_')) throw fileProblem(file, error)
      throw new Error(`${file} ${code === 'Z_BUF_ERROR' ? truncated : notASnapshot}`, { cause: error })
    }
  }

  /** Returns all complete lines received so far, at least one. */
  async function readLines(): Promise<Buffer> {
    for (;;) {
      const end = rest.lastIndexOf(newline) + 1
      if (end > 0) {
        const lines = rest.subarray(0, end)
        rest = rest.subarray(end)
        return lines
      }
      const chunk = await readChunk()
      if (chunk === null) throw new Error(`${file} ${truncated}`)
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    }
  }

  function unread(lines: Buffer): void {
    rest = rest.length === 0 ? lines : Buffer.concat([lines, rest])
  }

  async function readLine(): Promise<string> {
    const lines = await readLines()
    const end = lines.indexOf(newline) + 1
    unread(lines.subarray(end))
    return lines.subarray(0, end).toString()
  }

  async function* readTable(): AsyncGenerator<Buffer, void> {
    for (;;) {
      const lines = await readLines()
      const end = findEnd(lines)
      if (end === -1) {
        yield lines
        continue
      }
      unread(lines.subarray(end + endOfTable.length))
      if (end > 0) yield lines.subarray(0, end)
      return
    }
  }

  async function finish(): Promise<void> {
    if ((await readLine()) !== endOfFile) throw new Error(`${file} ${notASnapshot}`)
    // Reads to the checksum at the end of the gzip stream.
    const more = await readChunk()
    if (more !== null || rest.length > 0) throw new Error(`${file} ${notASnapshot}`)
  }

  try {
    return { header: readHeader(await readLine(), file), readTable, finish, close: () => source.destroy() }
  } catch (error) {
    source.destroy()
    throw error
  }
}

/** COPY escapes backslashes in data, so a line of one backslash and a dot always ends the table. */
function findEnd(lines: Buffer): number {
  if (lines.subarray(0, endOfTable.length).equals(Buffer.from(endOfTable))) return 0
  const at = lines.indexOf(`\n${endOfTable}`)
  return at === -1 ? -1 : at + 1
}

function readHeader(line: string, file: string): SnapshotHeader {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {}
  const header = snapshotHeader.safeParse(value)
  if (!header.success) throw new Error(`${file} ${notASnapshot}`)
  return header.data
}
