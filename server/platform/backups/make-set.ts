import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, open, readdir, readFile, rename, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, sep } from 'node:path'
import { promisify } from 'node:util'
import type pg from 'pg'
import { listSegments, startArchive } from '#postgres/archive.ts'
import { backUpCluster } from '#postgres/base-backup.ts'
import type { ClusterLocation } from '#postgres/place-cluster.ts'
import { isAlive } from '#postgres/share-cluster.ts'
import type { S3Settings } from '#server/config.ts'
import { exportDatabase } from '#server/platform/db/export.ts'
import { fileProblem } from '#server/platform/db/file-problem.ts'
import {
  byPath,
  type Checked,
  copyFile,
  type Earlier,
  formatChecksums,
  hashFile,
  isMissing,
  readChecksums,
  sumParts,
  takeFile,
  walk,
} from './checksums.ts'
import { readFacts } from './facts.ts'
import { findCluster, openClient } from './find-cluster.ts'
import { markMoment } from './hold-still.ts'
import {
  type BackupSet,
  checksumsFile,
  type Facts,
  keysFile,
  listSets,
  type Manifest,
  manifestFile,
  nameOfSet,
} from './manifest.ts'
import { type Keys, seal } from './seal.ts'
import { takeBucket } from './take-bucket.ts'

/** An arbitrary key that no other advisory lock of this database uses. */
const lockKey = 7_302_118_459
const unfinished = /^\.unfinished-(\d+)-/
const snapshotFile = 'database/school.snapshot.gz'

export interface Making {
  /** Of the owner of the tables. */
  connectionString: string
  dataDir: string
  /** Folder that gets the set. */
  place: string
  passphrase: string
  /** Variables of the server that the keys hold. */
  environment: Record<string, string>
  s3: S3Settings | undefined
  /** Folder of the program. */
  root: string
  /** Ends it, with its reason. Nothing stays. */
  signal?: AbortSignal
}

/**
 * Makes a set of everything a school is, while it runs. It appears under its name when it is complete; what was broken off is removed by the
 * next run.
 * @throws Error with what to do: another backup runs, the disk is full, the place can't be written, a key is missing
 */
export async function makeSet(making: Making): Promise<BackupSet> {
  const { dataDir, place } = making
  if (making.environment['AUTH_SECRET'] === undefined && !existsSync(join(dataDir, 'secrets.json')))
    throw new Error('Set AUTH_SECRET and the other secrets to those of the server: the set has to hold them.')
  for (const own of ['media', 'recordings', 'postgres']) {
    if (`${place}${sep}`.startsWith(`${join(dataDir, own)}${sep}`))
      throw new Error(
        `${place} is a folder of the school itself: choose a folder outside of ${dataDir}, on another disk if there is one.`,
      )
  }
  const client = await openClient(making.connectionString)
  try {
    await takeLock(client)
    await mkdir(place, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
      throw fileProblem(place, error)
    })
    await removeBrokenOff(place)
    const name = nameOfSet(new Date())
    const draft = join(place, `.unfinished-${process.pid}-${name}`)
    try {
      await mkdir(draft, { mode: 0o700 })
      const manifest = await fill(client, making, { name, draft })
      const folder = join(place, name)
      await rename(draft, folder)
      return { folder, manifest }
    } catch (error) {
      await rm(draft, { recursive: true, force: true })
      making.signal?.throwIfAborted()
      throw fileProblem(place, error)
    }
  } finally {
    await client.end().catch(() => {})
  }
}

/** Ends with the connection. */
async function takeLock(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [lockKey])
  if (!rows[0]?.taken) throw new Error('Another backup of this school is running: wait for its end.')
}

async function removeBrokenOff(place: string): Promise<void> {
  for (const name of await readdir(place)) {
    const pid = Number(unfinished.exec(name)?.[1] ?? 0)
    // In a container the next process may have the same id.
    if (pid > 0 && (pid === process.pid || !isAlive(pid))) await rm(join(place, name), { recursive: true, force: true })
  }
}

interface Draft {
  name: string
  draft: string
}

async function fill(client: pg.Client, making: Making, { name, draft }: Draft): Promise<Manifest> {
  const { place, signal } = making
  const cluster = await findCluster(client, making.dataDir)
  await requireRoom(client, place)
  const earlier = await readEarlier(place)
  const files = new Map<string, Checked>()
  const add = (file: Checked | undefined) => void (file && files.set(file.path, file))

  await takeFiles(making, draft, files, earlier)
  const copied = cluster
    ? await copyCluster(client, cluster, { making, name, draft, add })
    : await copySnapshot(making, { draft, add })
  // Once more: what rows of the marked moment name was there before it. What is gone since was copied above.
  await takeFiles(making, draft, files, earlier)
  await writeFile(join(draft, keysFile), await seal(await readKeys(making), making.passphrase), { mode: 0o600 })
  add({ path: keysFile, ...(await hashFile(join(draft, keysFile))) })
  signal?.throwIfAborted()

  const sorted = [...files.values()].toSorted(byPath)
  await writeFile(join(draft, checksumsFile), formatChecksums(sorted), { mode: 0o600 })
  const manifest: Manifest = {
    format: 'karyashala-backup',
    format_version: 1,
    name,
    ...(await readProgram(making.root)),
    time: copied.time.toISOString(),
    bytes: sorted.reduce((total, { bytes }) => total + bytes, 0),
    parts: sumParts(sorted),
    database: copied.database,
    rows: copied.facts.rows,
    money: copied.facts.money,
  }
  await flush(draft)
  const file = await open(join(draft, manifestFile), 'wx', 0o600)
  try {
    await file.writeFile(`${JSON.stringify(manifest, null, 2)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  return manifest
}

interface Copied {
  time: Date
  database: Manifest['database']
  facts: Facts
}

async function copyCluster(
  client: pg.Client,
  location: ClusterLocation,
  { making, name, draft, add }: { making: Making; name: string; draft: string; add: (file: Checked | undefined) => void },
): Promise<Copied> {
  const { signal } = making
  await startArchive(client, location)
  const copy = async (from: string, path: string) => {
    signal?.throwIfAborted()
    try {
      add({ path, ...(await copyFile(from, join(draft, path), signal)) })
    } catch (error) {
      // A table that was dropped meanwhile.
      if (!isMissing(error)) throw error
      await rm(join(draft, path), { force: true })
    }
  }
  const { label, firstSegment } = await backUpCluster(client, location.cluster, name, (path) =>
    copy(join(location.cluster, path), `database/${path}`),
  )
  await writeFile(join(draft, 'database', 'backup_label'), label, { mode: 0o600 })
  add({ path: 'database/backup_label', ...(await hashFile(join(draft, 'database', 'backup_label'))) })

  const reader = await openClient(making.connectionString)
  try {
    const { time, lastSegment } = await markMoment(client, reader, name)
    const log = join(location.cluster, 'pg_wal')
    for (const segment of listSegments(log).filter((one) => one >= firstSegment && one <= lastSegment))
      await copy(join(log, segment), `wal/${segment}`)
    const facts = await readFacts(reader)
    const { rows } = await client.query<{ server_version: string; system: string; segment_bytes: number }>(
      `select current_setting('server_version') as server_version, system_identifier::text as system,
         (select setting::integer from pg_settings where name = 'wal_segment_size') as segment_bytes from pg_control_system()`,
    )
    if (!rows[0]) throw new Error('PostgreSQL did not say which cluster it is')
    const database = {
      kind: 'cluster',
      ...rows[0],
      restore_point: name,
      first_segment: firstSegment,
      last_segment: lastSegment,
    } as const
    return { time, database, facts }
  } finally {
    await reader.end()
  }
}

async function copySnapshot(
  { connectionString, signal }: Making,
  { draft, add }: { draft: string; add: (file: Checked) => void },
): Promise<Copied> {
  await mkdir(join(draft, 'database'), { mode: 0o700 })
  let read: { time: Date; server_version: string; facts: Facts } | undefined
  await exportDatabase(connectionString, join(draft, snapshotFile), {
    ...(signal && { signal }),
    async alongside(client) {
      const { rows } = await client.query<{ time: Date; server_version: string }>(
        `select clock_timestamp() as time, current_setting('server_version') as server_version`,
      )
      if (rows[0]) read = { ...rows[0], facts: await readFacts(client) }
    },
  })
  if (!read) throw new Error('PostgreSQL did not say what it holds')
  add({ path: snapshotFile, ...(await hashFile(join(draft, snapshotFile))) })
  return {
    time: read.time,
    facts: read.facts,
    database: { kind: 'snapshot', server_version: read.server_version, file: snapshotFile },
  }
}

/** @throws Error when the place has no room for the database alone */
async function requireRoom(client: pg.Client, place: string): Promise<void> {
  const { rows } = await client.query<{ bytes: number }>('select pg_database_size(current_database())::float8 as bytes')
  const { bavail, bsize } = await statfs(place)
  const megabytes = (bytes: number) => `${Math.ceil(bytes / 1024 ** 2).toLocaleString('en-IN')} MB`
  const needed = rows[0]?.bytes ?? 0
  if (bavail * bsize < needed)
    throw new Error(
      `${place} has ${megabytes(bavail * bsize)} free and the database alone needs ${megabytes(needed)}: make room there, or choose another disk.`,
    )
}

async function readEarlier(place: string): Promise<Earlier | undefined> {
  const [newest] = await listSets(place)
  if (!newest) return undefined
  const checksums = await readChecksums(newest.folder).catch(() => undefined)
  return checksums && { folder: newest.folder, checksums }
}

async function takeFiles(
  { dataDir, s3, signal }: Making,
  set: string,
  files: Map<string, Checked>,
  earlier: Earlier | undefined,
): Promise<void> {
  for (const folder of ['media', 'recordings']) {
    await mkdir(join(set, folder), { recursive: true, mode: 0o700 })
    for await (const below of walk(join(dataDir, folder))) {
      signal?.throwIfAborted()
      const path = `${folder}/${below}`
      if (files.has(path)) continue
      const taken = await takeFile(join(dataDir, folder, below), { set, path }, earlier, signal)
      if (taken) files.set(path, taken)
    }
  }
  if (s3) await takeBucket(s3, { set, files, earlier, signal })
}

/** The server's variables, and the files of DATA_DIR beside its folders: in a demo its keys, mails and payments. */
async function readKeys({ dataDir, environment }: Making): Promise<Keys> {
  const files: Keys['files'] = {}
  for (const entry of await readdir(dataDir, { withFileTypes: true })) {
    if (!entry.isFile() || /^\.|-(?:wal|shm|journal)$/.test(entry.name) || !/^[\w.-]+$/.test(entry.name)) continue
    const file = join(dataDir, entry.name)
    files[entry.name] = (entry.name.endsWith('.sqlite') ? await readSqlite(file) : await readFile(file)).toString('base64')
  }
  return { environment, files }
}

/** Reads a database that is in use as it is between two writes. */
async function readSqlite(file: string): Promise<Buffer> {
  const { backup, DatabaseSync } = await import('node:sqlite')
  const folder = await mkdtemp(join(tmpdir(), 'karyashala-'))
  try {
    const database = new DatabaseSync(file, { readOnly: true })
    try {
      await backup(database, join(folder, 'copy'))
    } finally {
      database.close()
    }
    return await readFile(join(folder, 'copy'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function readProgram(root: string): Promise<{ version: string; commit: string | null }> {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  const commit = await promisify(execFile)('git', ['rev-parse', 'HEAD'], { cwd: root }).then(
    ({ stdout }) => stdout.trim(),
    () => null,
  )
  return { version, commit }
}

/** Puts every file of the set on the disk before the manifest says that they are there. */
async function flush(folder: string): Promise<void> {
  await promisify(execFile)('sync', process.platform === 'linux' ? ['-f', folder] : [], { cwd: dirname(folder) })
}
