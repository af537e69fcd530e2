import { chmod, copyFile, mkdir, readFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { archiveFolder, listSegments, nextSegment } from '#postgres/archive.ts'
import { emptyFolders } from '#postgres/base-backup.ts'
import { livePostmaster, readPostmaster } from '#postgres/find-postmaster.ts'
import { addressOf } from '#postgres/open-socket.ts'
import { type ClusterLocation, placeCluster } from '#postgres/place-cluster.ts'
import { recoverCluster, recoveryFolder, type RecoveryTarget } from '#postgres/recover.ts'
import { walk } from './checksums.ts'
import { openClient } from './find-cluster.ts'
import type { BackupSet, Manifest } from './manifest.ts'

/** Most files are small, so that a disk is asked for several at once. */
const copiesAtOnce = 8

type ClusterSet = BackupSet & { manifest: Manifest & { database: { kind: 'cluster' } } }

export const isClusterSet = (set: BackupSet): set is ClusterSet => set.manifest.database.kind === 'cluster'

/**
 * Makes a stopped cluster in `home` from a set. Without a time it holds what the set holds; with one, what was committed until then, as far as
 * the log of the set and of the school in `liveDataDir` tells.
 * @throws Error when the log ends before the time
 */
export async function restoreCluster(
  set: ClusterSet,
  { home, to, liveDataDir, fsync }: { home: string; to?: Date | undefined; liveDataDir?: string | undefined; fsync: boolean },
): Promise<void> {
  const location = placeCluster(home)
  const { cluster } = location
  await mkdir(cluster, { mode: 0o700 })
  for (const folder of emptyFolders) await mkdir(join(cluster, folder), { recursive: true, mode: 0o700 })
  await copyTree(join(set.folder, 'database'), cluster)
  await copyTree(join(set.folder, 'wal'), recoveryFolder(location))
  const target: RecoveryTarget = to ? { time: to } : { name: set.manifest.database.restore_point }
  if (to && liveDataDir !== undefined) await addLaterLog(set, recoveryFolder(location), liveDataDir)
  const isReached = await recoverCluster(location, target, { fsync })
  if (!isReached && to && !(await isLogOfNow(set, liveDataDir)))
    throw new Error(
      `The log of this set ends before ${to.toISOString()}, and DATA_DIR has no later one of the same school: restore to a time before, or leave out --to.`,
    )
}

async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  const paths = walk(from)
  const copyNext = async () => {
    for await (const path of paths) {
      await mkdir(dirname(join(to, path)), { recursive: true, mode: 0o700 })
      await copyFile(join(from, path), join(to, path))
      await chmod(join(to, path), 0o600)
    }
  }
  await Promise.all(Array.from({ length: copiesAtOnce }, copyNext))
}

/** The cluster of the school that runs, or stands still, in a data folder, when the set is one of its sets. */
async function findLive(set: ClusterSet, dataDir: string | undefined): Promise<ClusterLocation | undefined> {
  if (dataDir === undefined || !existsSync(join(dataDir, 'postgres'))) return undefined
  const location = placeCluster(join(dataDir, 'postgres'))
  const control = join(location.cluster, 'global', 'pg_control')
  // Its first eight bytes are the identifier of the cluster.
  const isSame = existsSync(control) && (await readFile(control)).readBigUInt64LE(0).toString() === set.manifest.database.system
  return isSame ? location : undefined
}

/** Whether the log goes on to this moment, so that a time after its last commit is no gap. */
const isLogOfNow = async (set: ClusterSet, dataDir: string | undefined) => (await findLive(set, dataDir)) !== undefined

/** Copies what the school logged after the set: what it archived, then what it has not archived yet. */
async function addLaterLog(set: ClusterSet, folder: string, dataDir: string): Promise<void> {
  const live = await findLive(set, dataDir)
  if (!live) return
  await endSegment(live)
  const log = join(live.cluster, 'pg_wal')
  const sources = [archiveFolder(live), log].map((one) => ({ folder: one, names: new Set(listSegments(one)) }))
  const { last_segment: last, segment_bytes: bytes } = set.manifest.database
  // A gap ends the log: what comes after it can't be replayed.
  for (let name = nextSegment(last, bytes); ; name = nextSegment(name, bytes)) {
    const source = sources.find(({ names }) => names.has(name))
    if (!source) return
    // A segment that the server removes meanwhile was archived before.
    await copyFile(join(source.folder, name), join(folder, name)).catch(() =>
      copyFile(join(archiveFolder(live), name), join(folder, name)),
    )
  }
}

/** Has a running server end its segment, after a commit, so that all that is committed by now is in segments that are complete. */
async function endSegment({ cluster }: ClusterLocation): Promise<void> {
  const running = livePostmaster(cluster) === null ? null : readPostmaster(cluster)
  if (!running) return
  const client = await openClient(addressOf(running.socketDir))
  try {
    await client.query('select pg_current_xact_id()')
    await client.query('select pg_switch_wal()')
  } finally {
    await client.end()
  }
}
