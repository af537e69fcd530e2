import { appendFileSync, chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import type { ClusterLocation } from './place-cluster.ts'

/** Relative to the cluster, in which the server runs, so that a moved data folder archives into its own. */
const archiveDirectory = '../archive'
const settingsFile = 'postgresql.auto.conf'
/** Forgets each segment: without a backup to apply them to, changes are of no use. */
const forgetting = "archive_command = 'true'\n"

/** Folder of the segments of the write-ahead log that are kept. It exists from the first backup on. */
export const archiveFolder = ({ home }: Pick<ClusterLocation, 'home'>): string => join(home, 'archive')

/** Prepares a stopped cluster for `archive_mode = on`, which would otherwise keep every segment for ever. */
export function prepareArchive(location: ClusterLocation): void {
  const file = join(location.cluster, settingsFile)
  const settings = existsSync(file) ? readFileSync(file, 'utf8') : ''
  if (/^archive_library = '[^']/m.test(settings)) createArchive(location)
  else if (!/^archive_command = '[^']/m.test(settings)) {
    appendFileSync(file, forgetting)
    if (location.account !== null) chownSync(file, location.account.uid, location.account.gid)
  }
}

/** What a restored cluster begins with: nothing is kept until its first backup. */
export const settingsOfRestored = forgetting

function createArchive(location: ClusterLocation): void {
  const folder = archiveFolder(location)
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o700)
  if (location.account !== null) chownSync(folder, location.account.uid, location.account.gid)
}

/**
 * Has the running server keep every segment from now on, so that a backup can be restored to any later moment.
 * @param client of a superuser
 */
export async function startArchive(client: pg.Client, location: ClusterLocation): Promise<void> {
  createArchive(location)
  const { rows } = await client.query<{ archive_library: string }>('show archive_library')
  if (rows[0]?.archive_library === 'basic_archive') return
  await client.query(`alter system set basic_archive.archive_directory = '${archiveDirectory}'`)
  await client.query(`alter system set archive_command = ''`)
  await client.query(`alter system set archive_library = 'basic_archive'`)
  await client.query('select pg_reload_conf()')
}

/** Has the running server keep no segment any more, and deletes those that it kept. */
export async function endArchive(client: pg.Client, location: ClusterLocation): Promise<void> {
  const { rows } = await client.query<{ archive_library: string }>('show archive_library')
  if (rows[0]?.archive_library !== 'basic_archive') return
  await client.query('alter system reset archive_library')
  await client.query(`alter system set archive_command = 'true'`)
  await client.query('select pg_reload_conf()')
  for (const name of listArchived(archiveFolder(location))) rmSync(join(archiveFolder(location), name), { force: true })
}

/** Deletes archived segments before one. */
export function pruneArchive(location: ClusterLocation, firstNeeded: string): void {
  const folder = archiveFolder(location)
  // The first eight digits are the timeline: segments of an earlier one are of no use to a later backup.
  const old = listArchived(folder).filter((name) => name < firstNeeded)
  for (const name of old) rmSync(join(folder, name), { force: true })
}

/** Segments, and the notes that PostgreSQL makes of each backup. */
const listArchived = (folder: string) =>
  existsSync(folder) ? readdirSync(folder).filter((name) => /^[\dA-F]{24}(?:\.[\dA-F]{8}\.backup)?$/.test(name)) : []

/** Names of the segments in a folder, in their order. A folder that is missing has none. */
export function listSegments(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => /^[\dA-F]{24}$/.test(name))
    .toSorted()
}

/** The segment after one of the same timeline. @param segmentBytes size of a segment */
export function nextSegment(name: string, segmentBytes: number): string {
  const perLog = 2 ** 32 / segmentBytes
  const at = Number.parseInt(name.slice(8, 16), 16) * perLog + Number.parseInt(name.slice(16), 16) + 1
  const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0')
  return name.slice(0, 8) + hex(Math.floor(at / perLog)) + hex(at % perLog)
}
