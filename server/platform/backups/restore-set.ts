import { chmod, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { launchPostgres } from '#postgres/launch.ts'
import { livePostmaster } from '#postgres/find-postmaster.ts'
import { createFolder, placeCluster } from '#postgres/place-cluster.ts'
import { recoveryFolder } from '#postgres/recover.ts'
import { importDatabase } from '#server/platform/db/import.ts'
import { leaveRoomForIds, markRestore, outdateRestored } from '#server/platform/db/mark-restore.ts'
import { maintenanceFile } from '#server/platform/maintenance/maintenance.ts'
import { copyFile, isMissing, readChecksums } from './checksums.ts'
import { checkSet } from './check-set.ts'
import { openClient } from './find-cluster.ts'
import { type BackupSet, keysFile } from './manifest.ts'
import { isClusterSet, restoreCluster } from './restore-cluster.ts'
import { unseal } from './seal.ts'

/** The variables of the server that was backed up, for the one who starts the restored school elsewhere. */
const environmentFile = 'restored.env'

export interface Restoring {
  set: BackupSet
  /** A moment after that of the set. */
  to?: Date | undefined
  /** Folder that becomes a data folder; the school of `dataDir` is replaced without one. */
  into?: string | undefined
  dataDir: string
  passphrase: string
  /** Nothing was given out after the set, so that ids, calendars and sessions go on. */
  isMove?: boolean
}

export interface Restored {
  dataDir: string
  /** Where the school is that was replaced. */
  before: string | undefined
  /** The moment of the restored school. */
  time: Date
}

/**
 * Makes a data folder from a set beside its final place, and puts it there by a rename. The running school is never touched.
 * @throws Error with what to do: the set is damaged, the passphrase is another one, a folder is in the way, the school runs
 */
export async function restoreSet(restoring: Restoring): Promise<Restored> {
  const { set, to, dataDir } = restoring
  const target = resolve(restoring.into ?? dataDir)
  const setTime = new Date(set.manifest.time)
  if (to && !isClusterSet(set))
    throw new Error(
      'This set is a snapshot of another PostgreSQL and holds one moment: ask its host for a point in time, or leave out --to.',
    )
  if (to && to < setTime)
    throw new Error(`This set begins at ${set.manifest.time}: choose a set from before that time, or a later time.`)
  if (to && to > new Date()) throw new Error(`${to.toISOString()} is still to come.`)
  if (restoring.into !== undefined) await requireEmpty(target)
  else requireStopped(dataDir)
  const sealed = await readFile(join(set.folder, keysFile))
  const keys = await unseal(sealed, restoring.passphrase)
  if (restoring.isMove && (to || keys.files[maintenanceFile] === undefined))
    throw new Error(
      to
        ? 'A move takes what the set holds: leave out --to.'
        : 'This set was made while people could write, so what came after it is not known. Leave out --move, or make the set in maintenance: npm run maintenance -- on.',
    )
  await checkSet(set)

  const draft = `${target}.restoring-${process.pid}`
  await removeDraft(draft)
  createFolder(draft)
  try {
    await restoreDatabase(restoring, join(draft, 'postgres'))
    await restoreFiles(set, draft)
    for (const [name, content] of Object.entries(keys.files))
      await writeFile(join(draft, name), Buffer.from(content, 'base64'), { mode: 0o600 })
    if (Object.keys(keys.environment).length > 0)
      await writeFile(join(draft, environmentFile), formatEnvironment(keys.environment), { mode: 0o600 })
    const before = await switchTo(draft, target, restoring.into === undefined)
    return { dataDir: target, before, time: to ?? setTime }
  } catch (error) {
    await removeDraft(draft)
    throw error
  }
}

async function requireEmpty(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: unknown) => (isMissing(error) ? [] : Promise.reject(error)))
  if (names.length > 0) throw new Error(`${folder} is not empty: name a folder that does not exist yet.`)
}

function requireStopped(dataDir: string): void {
  if (livePostmaster(placeCluster(join(dataDir, 'postgres')).cluster) !== null)
    throw new Error(`The school in ${dataDir} is running. Stop it first, or restore beside it with --into DIR.`)
}

/** A cluster that PostgreSQL's account could not reach lies elsewhere. */
async function removeDraft(draft: string): Promise<void> {
  const elsewhere = await readFile(join(draft, 'postgres', 'location'), 'utf8').catch(() => undefined)
  if (elsewhere !== undefined) await rm(elsewhere.trim(), { recursive: true, force: true })
  await rm(draft, { recursive: true, force: true })
}

async function restoreDatabase({ set, to, dataDir, isMove = false }: Restoring, home: string): Promise<void> {
  if (isClusterSet(set)) {
    await restoreCluster(set, { home, to, liveDataDir: dataDir, fsync: true })
    await rm(recoveryFolder(placeCluster(home)), { recursive: true, force: true })
  }
  const postgres = await launchPostgres({ dataDir: home })
  try {
    const { database } = set.manifest
    if (database.kind === 'snapshot') await importDatabase(postgres.connectionString, join(set.folder, database.file), { isMove })
    else await markRestored(postgres.connectionString, to?.toISOString() ?? set.manifest.time, isMove)
  } finally {
    await postgres.stop()
  }
}

/** Does to a copied cluster what an import does: calendars, sessions and ids go on so that nothing is given out twice. */
async function markRestored(connectionString: string, snapshotAt: string, isMove: boolean): Promise<void> {
  const client = await openClient(connectionString)
  try {
    await client.query('begin')
    if (!isMove) {
      await client.query('set local session_replication_role = replica')
      await outdateRestored(client, { snapshotAt })
      await client.query('set local session_replication_role = origin')
      await leaveRoomForIds(client, { snapshotAt })
    }
    await markRestore(client, { snapshotAt })
    await client.query('commit')
  } finally {
    await client.end()
  }
}

async function restoreFiles(set: BackupSet, draft: string): Promise<void> {
  for (const [path, sha256] of await readChecksums(set.folder)) {
    if (!/^(?:media|recordings)\//.test(path)) continue
    const copied = await copyFile(join(set.folder, path), join(draft, path))
    if (copied.sha256 !== sha256)
      throw new Error(`${join(set.folder, path)} changed while it was copied: try again, or use another set.`)
  }
}

/** Lines that a shell reads as they are meant. */
function formatEnvironment(environment: Record<string, string>): string {
  return Object.entries(environment)
    .map(([name, value]) => `${name}='${value.replaceAll("'", `'\\''`)}'\n`)
    .join('')
}

/** Returns where the folder is that was in the place. */
async function switchTo(draft: string, target: string, isReplaced: boolean): Promise<string | undefined> {
  const isThere = await stat(target).then(
    () => true,
    () => false,
  )
  await mkdir(dirname(target), { recursive: true })
  let before: string | undefined
  if (isReplaced && isThere) {
    requireStopped(target)
    before = `${target}.before-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
    await rename(target, before)
  }
  // An empty folder is replaced.
  await rename(draft, target)
  await chmod(target, 0o711)
  return before
}
