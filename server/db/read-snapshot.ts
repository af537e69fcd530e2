import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import type { SnapshotHeader } from './snapshot.ts'
import { END_OF_FILE, END_OF_TABLE, snapshotHeader } from './snapshot.ts'

const NEWLINE = 10
const NOT_A_SNAPSHOT = 'is no snapshot of this program, or is damaged: make one with npm run db:export'
const CUT_OFF = 'ends too early: it was cut off while being written or copied'

type Snapshot = { header: SnapshotHeader; readTable(): AsyncGenerator<Buffer, void>; finish(): Promise<void>; close(): void }

/**
 * Reads a snapshot file to its end.
 * @throws Error when it is something else, cut off or damaged
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

/** Opens a snapshot file. `readTable` yields the rows of the next table in the header's order, in blocks of whole lines; `finish` makes sure that nothing is missing. */
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
      if (!code.startsWith('Z_')) throw error
      throw new Error(`${file} ${code === 'Z_BUF_ERROR' ? CUT_OFF : NOT_A_SNAPSHOT}`, { cause: error })
    }
  }

  /** Whole lines, at least one, up to what has arrived. */
  async function readLines(): Promise<Buffer> {
    for (;;) {
      const end = rest.lastIndexOf(NEWLINE) + 1
      if (end > 0) {
        const lines = rest.subarray(0, end)
        rest = rest.subarray(end)
        return lines
      }
      const chunk = await readChunk()
      if (chunk === null) throw new Error(`${file} ${CUT_OFF}`)
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    }
  }

  function giveBack(lines: Buffer): void {
    rest = rest.length === 0 ? lines : Buffer.concat([lines, rest])
  }

  async function readLine(): Promise<string> {
    const lines = await readLines()
    const end = lines.indexOf(NEWLINE) + 1
    giveBack(lines.subarray(end))
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
      giveBack(lines.subarray(end + END_OF_TABLE.length))
      if (end > 0) yield lines.subarray(0, end)
      return
    }
  }

  async function finish(): Promise<void> {
    if ((await readLine()) !== END_OF_FILE) throw new Error(`${file} ${NOT_A_SNAPSHOT}`)
    // Reads on to the checksum at the end of gzip.
    const more = await readChunk()
    if (more !== null || rest.length > 0) throw new Error(`${file} ${NOT_A_SNAPSHOT}`)
  }

  try {
    return { header: readHeader(await readLine(), file), readTable, finish, close: () => source.destroy() }
  } catch (error) {
    source.destroy()
    throw error
  }
}

/** COPY writes a backslash of the data as two, so a line of one backslash and a dot is always the end. */
function findEnd(lines: Buffer): number {
  if (lines.subarray(0, END_OF_TABLE.length).equals(Buffer.from(END_OF_TABLE))) return 0
  const at = lines.indexOf(`\n${END_OF_TABLE}`)
  return at === -1 ? -1 : at + 1
}

function readHeader(line: string, file: string): SnapshotHeader {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {}
  const header = snapshotHeader.safeParse(value)
  if (!header.success) throw new Error(`${file} ${NOT_A_SNAPSHOT}`)
  return header.data
}
