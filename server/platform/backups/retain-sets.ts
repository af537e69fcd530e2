import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { endArchive, pruneArchive } from '#postgres/archive.ts'
import type { Operator, System } from '#server/platform/auth/principal.ts'
import type { Deps } from '#server/deps.ts'
import { readBackupSettings } from '#server/platform/settings/site-settings.ts'
import { findCluster, openClient } from './find-cluster.ts'
import { manifestFile } from './manifest.ts'
import { type KeptBackup, readKeptBackups, recordRemoval } from './records.ts'

export interface Retention {
  /** Sets that are kept whatever their age. */
  sets: number
  /** Days for which all sets are kept. */
  days: number
}

/** BACKUP_KEEP_DAYS goes before the setting of the console. */
export async function readRetention({
  db,
  config,
}: Pick<Deps, 'db'> & { config: { backupKeepDays: number | undefined } }): Promise<Retention> {
  const { backup_keep_sets: sets, backup_keep_days: days } = await readBackupSettings({ db })
  return { sets, days: config.backupKeepDays ?? days }
}

const dayMs = 24 * 3600 * 1000

/** Sets that are too many and too old. The newest verified one always stays. @param kept the newest first */
export function chooseOld(kept: readonly KeptBackup[], { sets, days }: Retention, now: Date): KeptBackup[] {
  const proven = kept.find(({ isVerified }) => isVerified)
  return kept.filter((one, index) => index >= sets && now.getTime() - one.madeAt.getTime() > days * dayMs && one !== proven)
}

type RetainDeps = Pick<Deps, 'db'> & { config: { dataDir: string; databaseUrl: string } }

/** Removes old sets of a place. Sets that an operator made elsewhere are theirs. Returns their names. */
export async function removeOldSets(
  deps: Pick<Deps, 'db'>,
  keeper: Operator | System,
  { place, retention }: { place: string; retention: Retention },
): Promise<string[]> {
  const own = (await readKeptBackups(deps, keeper)).filter((one) => one.place === place)
  const old = chooseOld(own, retention, new Date())
  for (const { name, folder } of old) {
    // A set that is removed halfway is none any more.
    await rm(join(folder, manifestFile), { force: true })
    await rm(folder, { recursive: true, force: true })
    await recordRemoval(deps, keeper, name)
  }
  return old.map(({ name }) => name)
}

/**
 * Deletes what no set needs of the embedded PostgreSQL's log: all before the oldest set of the days that are kept, and everything when the
 * last set is older, so that the log of a school that makes no more backups does not fill its disk.
 */
export async function trimArchive({ db, config }: RetainDeps, keeper: Operator | System, retention: Retention): Promise<void> {
  const since = Date.now() - retention.days * dayMs
  const young = (await readKeptBackups({ db }, keeper)).filter(({ madeAt }) => madeAt.getTime() >= since)
  const needed = young.flatMap(({ firstSegment }) => firstSegment ?? []).toSorted()
  const client = await openClient(config.databaseUrl)
  try {
    const location = await findCluster(client, config.dataDir)
    if (!location) return
    if (needed[0] !== undefined) pruneArchive(location, needed[0])
    else await endArchive(client, location)
  } finally {
    await client.end()
  }
}
