import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { Config } from '#server/config.ts'
import { readFacts } from '#server/platform/backups/facts.ts'
import { fileProblem } from '#server/platform/db/file-problem.ts'
import { importRows } from '#server/platform/db/import.ts'
import { hasSpace } from '#server/platform/files/free-space.ts'
import { putFile, type Place } from './files.ts'
import { type Checksums, formatChecksums } from './archive-files.ts'
import {
  checksumsFile,
  dataFile,
  isInside,
  manifestFile,
  nameOf,
  type SchoolManifest,
  schoolManifest,
  storedPath,
} from './manifest.ts'
import { checkRows, insertRows, plainValues } from './rows.ts'
import { readTar, TarDamaged } from './tar.ts'

export interface Importing extends Place, Pick<Config, 'diskReserveBytes'> {
  /** Of the owner of the tables. */
  connectionString: string
  file: string
  /** Nothing was done after the archive was made, because the school moves. */
  isMove: boolean
  /** Of the migrations; those of the program by default. */
  folder?: string
}

export interface Imported {
  school: string
  tables: number
  rows: number
  files: number
  /** It was here already, and nothing was done. */
  isRepeated: boolean
}

/** An archive whose every file has its checksum. */
export interface VerifiedArchive {
  manifest: SchoolManifest
  files: number
  /** Of the rows and the files of the school. */
  bytes: number
}

const damaged = (file: string, why: string) =>
  new Error(`${file} is damaged, or no archive of npm run school:export: ${why}. Nothing was changed.`)

/** Reads an archive completely and compares each checksum. @throws Error that says what is wrong with it */
export async function verifyArchive(file: string): Promise<VerifiedArchive> {
  const checksums: Checksums = new Map()
  // Small, and named last: only these two are kept.
  const kept = new Map<string, Buffer>()
  try {
    for await (const { path, size, content } of readTar(file)) {
      if (!isInside(path) || checksums.has(path)) throw damaged(file, `its file ${path} has a wrong name`)
      const hash = createHash('sha256')
      const chunks: Buffer[] = []
      for await (const chunk of content) {
        hash.update(chunk)
        if (path === manifestFile || path === checksumsFile) chunks.push(chunk)
      }
      if (chunks.length > 0) kept.set(path, Buffer.concat(chunks))
      checksums.set(path, { sha256: hash.digest('hex'), bytes: size })
    }
  } catch (error) {
    throw error instanceof TarDamaged ? damaged(file, error.message) : fileProblem(file, error)
  }
  const manifest = readManifest(file, kept.get(manifestFile))
  if (checksums.get(checksumsFile)?.sha256 !== manifest.checksums) throw damaged(file, 'its list of checksums differs')
  for (const own of [manifestFile, checksumsFile]) checksums.delete(own)
  if (formatChecksums(checksums) !== kept.get(checksumsFile)?.toString())
    throw damaged(file, `${firstDifference(checksums, kept.get(checksumsFile))} is missing, added or changed`)
  const missing = manifest.tables.find((table) => !checksums.has(dataFile(table)))
  if (missing) throw damaged(file, `${dataFile(missing)} is missing`)
  const imported = [...checksums].filter(([path]) => storedPath(path) !== undefined || path.endsWith('.jsonl'))
  return {
    manifest,
    files: imported.filter(([path]) => storedPath(path) !== undefined).length,
    bytes: imported.reduce((sum, [, one]) => sum + one.bytes, 0),
  }
}

function readManifest(file: string, text: Buffer | undefined): SchoolManifest {
  if (!text) throw damaged(file, `${manifestFile} is missing`)
  let value: unknown
  try {
    value = JSON.parse(text.toString())
  } catch {
    throw damaged(file, `${manifestFile} is no JSON`)
  }
  const { format_version: version } = value as { format_version?: unknown }
  if (typeof version === 'number' && version > 1)
    throw new Error(`${file} was made by a newer version, with another format: import it with that version. Nothing was changed.`)
  const parsed = schoolManifest.safeParse(value)
  if (!parsed.success) throw damaged(file, `${manifestFile} is not one of a school`)
  return parsed.data
}

function firstDifference(found: Checksums, list: Buffer | undefined): string {
  const lines = new Set((list?.toString() ?? '').split('\n').filter(Boolean))
  for (const [path, { sha256 }] of found) if (!lines.delete(`${sha256}  ${path}`)) return path
  return [...lines][0]?.slice(66) ?? checksumsFile
}

/**
 * Makes an empty school equal to the one of an archive: every row, sum of money and file is compared before anything counts. One that was killed
 * goes on when it is run again. An archive of an earlier version is imported as that version had it, and then migrated.
 * @throws Error with what to do: the archive is damaged or of a newer version, the school has data, the disk is full
 */
export async function importSchool(archive: VerifiedArchive, importing: Importing): Promise<Imported> {
  const { manifest, files, bytes } = archive
  const { connectionString, isMove, folder } = importing
  if (!(await hasSpace(importing, bytes)))
    throw new Error('The disk of DATA_DIR has no room for this school: make room there, or choose another disk.')
  const fill = (client: pg.Client) => fillSchool(client, manifest, importing)
  const { tables, rows, isRepeated } = await importRows(
    connectionString,
    { header: manifest, fill },
    { isMove, ...(folder && { folder }) },
  )
  return { school: manifest.school, tables, rows, files, isRepeated }
}

/** Files come before the commit: a row that names one finds it. */
async function fillSchool(client: pg.Client, manifest: SchoolManifest, { file, ...place }: Importing): Promise<number> {
  await client.query(plainValues)
  const tables = new Map(manifest.tables.map((table) => [dataFile(table), table]))
  let rows = 0
  for await (const { path, content } of readTar(file)) {
    const stored = storedPath(path)
    if (stored !== undefined) await putFile(place, stored, content)
    const table = tables.get(path)
    if (!table) continue
    await insertRows(client, table, content)
    const name = nameOf(table)
    const [expected, found] = [manifest.checks[name], await checkRows(client, table)]
    if (expected?.rows !== found.rows || expected.sum !== found.sum)
      throw new Error(
        `${name} would not be as it was: ${found.rows} rows arrived, ${expected?.rows ?? 0} were written. Nothing was changed.`,
      )
    rows += found.rows
  }
  const { money } = await readFacts(client)
  const differing = Object.keys(manifest.money).find((column) => money[column] !== manifest.money[column])
  if (differing !== undefined)
    throw new Error(
      `The sum of ${differing} would be ${money[differing]} paise, and was ${manifest.money[differing]}. Nothing was changed.`,
    )
  return rows
}
