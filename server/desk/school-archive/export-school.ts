import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { operator } from '#server/platform/auth/principal.ts'
import { transactionAs } from '#server/platform/audit/staff-transaction.ts'
import { writeAct } from '#server/platform/audit/write-act.ts'
import { readFacts } from '#server/platform/backups/facts.ts'
import { openClient } from '#server/platform/backups/find-cluster.ts'
import { describeSnapshot } from '#server/platform/db/export.ts'
import { fileProblem } from '#server/platform/db/file-problem.ts'
import type { SnapshotHeader } from '#server/platform/db/snapshot.ts'
import { readSiteSettings } from '#server/platform/settings/site-settings.ts'
import { archiveFile, type Checksums, formatChecksums } from './archive-files.ts'
import { describeTables } from './describe-tables.ts'
import { type ArchivedDocument, type DrawDeps, drawArchived, listDocuments } from './documents.ts'
import { listFiles, openFile, type Place, readLocal } from './files.ts'
import { leftOut } from './left-out.ts'
import { lists, readList } from './lists.ts'
import {
  checksumsFile,
  dataFile,
  manifestFile,
  mediaFile,
  nameOf,
  readmeFile,
  type SchoolManifest,
  schemaFile,
} from './manifest.ts'
import { writeReadme } from './readme.ts'
import { plainValues, readRows } from './rows.ts'
import { tarEnd } from './tar.ts'

export interface Exporting extends Place {
  deps: DrawDeps
  connectionString: string
  /** Gets the archive, when it is complete. */
  file: string
  /** Of the program. */
  version: string
  /** Ends it, with its reason. Nothing stays. */
  signal?: AbortSignal
}

export interface Exported {
  tables: number
  rows: number
  files: number
  documents: number
  /** What could not be drawn. */
  missing: string[]
}

type Described = Omit<SchoolManifest, 'checksums'>

/**
 * Writes everything of the school into an archive, while it runs. Rows and lists are of one moment. The file gets its name when it is complete.
 * @throws Error with what to do: the disk is full, the place can't be written, the database is another version's
 */
export async function exportSchool(exporting: Exporting): Promise<Exported> {
  const { deps, file, signal } = exporting
  await removeBrokenOff(file)
  await requireRoom(exporting)
  const drafts = { archive: `${file}.${process.pid}.part`, rows: `${file}.${process.pid}.rows` }
  try {
    const exported: Exported = { tables: 0, rows: 0, files: 0, documents: 0, missing: [] }
    await pipeline(
      writeArchive(exporting, exported, drafts.rows),
      // Most bytes are video, which no level makes smaller.
      createGzip({ level: 1 }),
      createWriteStream(drafts.archive, { mode: 0o600, flush: true }),
      signal ? { signal } : {},
    )
    await transactionAs(deps, operator, (tx) => writeAct(tx, 'school_exported', basename(file)))
    await rename(drafts.archive, file)
    return exported
  } catch (error) {
    signal?.throwIfAborted()
    throw fileProblem(file, error)
  } finally {
    for (const draft of Object.values(drafts)) await rm(draft, { force: true })
  }
}

/** Removes what an export of this file left that was killed. */
async function removeBrokenOff(file: string): Promise<void> {
  const [folder, name] = [dirname(file), basename(file)]
  const entries = await readdir(folder).catch((error: unknown) => {
    throw fileProblem(folder, error)
  })
  for (const entry of entries) {
    const [, pid] = /^\.(\d+)\.(?:part|rows)$/.exec(entry.startsWith(name) ? entry.slice(name.length) : '') ?? []
    if (pid !== undefined && !isAlive(Number(pid))) await rm(join(folder, entry), { force: true })
  }
}

function isAlive(pid: number): boolean {
  // In a container the next process may have the same id.
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** @throws Error when the disk has no room for the database and the files */
async function requireRoom({ deps, file, ...place }: Exporting): Promise<void> {
  const { rows } = await deps.db.query<{ bytes: number }>('select pg_database_size(current_database())::float8 as bytes')
  let needed = rows[0]?.bytes ?? 0
  for await (const { size } of listFiles(place)) needed += size
  const { bavail, bsize } = await statfs(dirname(file))
  const megabytes = (bytes: number) => `${Math.ceil(bytes / 1024 ** 2).toLocaleString('en-IN')} MB`
  if (bavail * bsize < needed)
    throw new Error(
      `${dirname(file)} has ${megabytes(bavail * bsize)} free and the school needs up to ${megabytes(needed)}: make room there, or choose another disk.`,
    )
}

async function* writeArchive(exporting: Exporting, exported: Exported, rowsFile: string): AsyncGenerator<Buffer, void> {
  const checksums: Checksums = new Map()
  const time = new Date()
  const add = (path: string, content: Buffer) => archiveFile({ path, size: content.length, content: [content], time }, checksums)
  // Twice: whatever a row of the moment names was there before it or is there after it. Files never change under their name.
  yield* writeFiles(exporting, checksums, time)
  const client = await openClient(exporting.connectionString)
  let read: { described: Described; schema: object; documents: ArchivedDocument[]; receivedPaise: bigint }
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query(plainValues)
    const described = await describeSchool(client, exporting.version)
    for (const table of described.tables) {
      const checked = { rows: 0, sum: '0' }
      yield* throughFile(dataFile(table), readRows(client, table, checked), { checksums, time, rowsFile })
      described.checks[nameOf(table)] = checked
      exported.tables += 1
      exported.rows += checked.rows
    }
    for (const list of lists)
      yield* throughFile(`data/csv/${list.name}.csv`, readList(client, list), { checksums, time, rowsFile })
    const { rows } = await client.query<{ paise: string }>(
      'select coalesce(sum(amount_paise), 0)::text as paise from captured_payments',
    )
    read = {
      described,
      schema: await describeTables(client, described.tables),
      documents: await listDocuments(client),
      receivedPaise: BigInt(rows[0]?.paise ?? 0),
    }
  } finally {
    await client.end()
  }
  // A document never changes once it is issued, so the moment need not be held while each is drawn.
  for (const document of read.documents) {
    const drawn = await drawArchived(exporting.deps, document).catch((error: unknown) => {
      exporting.deps.log.warn({ err: error, document: document.number }, 'a document could not be drawn')
      return undefined
    })
    if (drawn) yield* add(`documents/${drawn.name}`, drawn.pdf)
    else exported.missing.push(document.number)
    exported.documents += 1
  }
  yield* writeFiles(exporting, checksums, time)
  const files = [...checksums].filter(([path]) => path.startsWith('media/'))
  exported.files = files.length
  const bytes = files.reduce((sum, [, one]) => sum + one.bytes, 0)
  const { described, receivedPaise } = read
  yield* add(schemaFile, Buffer.from(`${JSON.stringify(read.schema, null, 2)}\n`))
  yield* add(readmeFile, Buffer.from(writeReadme(described, { ...exported, bytes, receivedPaise })))
  const list = Buffer.from(formatChecksums(checksums))
  yield* add(checksumsFile, list)
  const manifest: SchoolManifest = { ...described, checksums: createHash('sha256').update(list).digest('hex') }
  yield* add(manifestFile, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`))
  yield tarEnd
}

async function describeSchool(client: pg.Client, version: string): Promise<Described> {
  const { format: _, ...header }: SnapshotHeader = await describeSnapshot(client)
  const tables = header.tables.filter(({ name }) => leftOut(name) === undefined)
  const { money } = await readFacts(client)
  const { brand } = await readSiteSettings({ db: client })
  return { ...header, tables, format: 'karyashala-school', format_version: 1, school: brand, version, checks: {}, money }
}

/** A file of an archive says its size before its content, which rows do not know: they go through a file beside it. */
async function* throughFile(
  path: string,
  content: AsyncIterable<Buffer | string>,
  { checksums, time, rowsFile }: { checksums: Checksums; time: Date; rowsFile: string },
): AsyncGenerator<Buffer, void> {
  await pipeline(content, createWriteStream(rowsFile, { mode: 0o600 }))
  const { size } = await stat(rowsFile)
  yield* archiveFile({ path, size, content: readLocal(rowsFile), time }, checksums)
}

/** Yields the files of the school that are not there yet. */
async function* writeFiles(place: Place, checksums: Checksums, time: Date): AsyncGenerator<Buffer, void> {
  for await (const { path } of listFiles(place)) {
    if (checksums.has(mediaFile(path))) continue
    const file = await openFile(place, path)
    if (file) yield* archiveFile({ ...file, path: mediaFile(path), time }, checksums)
  }
}
