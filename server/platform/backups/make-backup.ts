import { mkdir } from 'node:fs/promises'
import { setPriority } from 'node:os'
import type { BackupConfig } from '#server/config.ts'
import type { Deps } from '#server/deps.ts'
import type { Operator, System } from '#server/platform/auth/principal.ts'
import { withinReserve } from '#server/platform/files/within-reserve.ts'
import { makeSet } from './make-set.ts'
import type { BackupSet } from './manifest.ts'
import { recordBackup, recordFailure, recordVerification } from './records.ts'
import { type Retention, removeOldSets, trimArchive } from './retain-sets.ts'
import { requirePassphrase } from './seal.ts'
import { verifySet } from './verify-set.ts'

export interface BackupDeps extends Pick<Deps, 'db'> {
  config: BackupConfig
  /** Of the owner of the tables. */
  connectionString: string
  /** Folder of the program. */
  root: string
  signal?: AbortSignal
}

/** Makes a set and stores that, or why not. @throws Error with what to do */
export async function makeBackup(deps: BackupDeps, keeper: Operator | System, place: string): Promise<BackupSet> {
  const begun = { place, startedAt: new Date() }
  try {
    const set = await makeWithin(deps, place)
    await recordBackup(deps, keeper, set, begun)
    return set
  } catch (error) {
    await recordFailure(deps, keeper, messageOf(error), begun).catch(() => undefined)
    throw error
  }
}

/** Keeps the reserve of the disk of DATA_DIR when the set is made there. */
async function makeWithin({ config, connectionString, root, signal }: BackupDeps, place: string): Promise<BackupSet> {
  const making = {
    connectionString,
    dataDir: config.dataDir,
    place,
    passphrase: requirePassphrase(config.passphrase),
    environment: config.variables,
    s3: config.s3,
    root,
  }
  await mkdir(place, { recursive: true, mode: 0o700 }).catch(() => undefined)
  return withinReserve(config, { folder: place, ...(signal && { signal }) }, (until) => makeSet({ ...making, signal: until }))
}

/** Restores a set beside the school and stores what it found. @throws Error with what differs */
export async function verifyBackup(
  deps: BackupDeps,
  keeper: Operator | System,
  set: BackupSet,
): Promise<{ tables: number; rows: number }> {
  const { passphrase } = deps.config
  try {
    const found = await verifySet(set, { passphrase, ...(deps.signal && { signal: deps.signal }) })
    await recordVerification(deps, keeper, set.manifest.name, null)
    return found
  } catch (error) {
    deps.signal?.throwIfAborted()
    await recordVerification(deps, keeper, set.manifest.name, messageOf(error))
    throw error
  }
}

/** Removes old sets of a place, and what is no longer needed of the log. */
export async function tidyBackups(
  deps: BackupDeps,
  keeper: Operator | System,
  { place, retention }: { place: string; retention: Retention },
): Promise<string[]> {
  const removed = await removeOldSets(deps, keeper, { place, retention })
  const { dataDir } = deps.config
  await trimArchive({ db: deps.db, config: { dataDir, databaseUrl: deps.connectionString } }, keeper, retention)
  return removed
}

/** Lets the school go first: a backup has all night. */
export function goLast(): void {
  setPriority(10)
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
