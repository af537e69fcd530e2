import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { settingsOfRestored } from './archive.ts'
import { awaitServer, awaitStop } from './await-server.ts'
import { changeOwner } from './choose-account.ts'
import { StartError } from './launch-error.ts'
import { openSocketDir } from './open-socket.ts'
import type { ClusterLocation } from './place-cluster.ts'
import { prepareBinaries } from './prepare-binaries.ts'
import { spawnServer } from './spawn-server.ts'

/** Where a recovery stops: at a named restore point, or after the last commit until a time. */
export type RecoveryTarget = { name: string } | { time: Date }

const longestRecoveryMs = 24 * 3600 * 1000
const notReached = /recovery ended before configured recovery target was reached/

/** Folder of the segments that a recovery reads, beside the cluster. */
export const recoveryFolder = ({ home }: Pick<ClusterLocation, 'home'>): string => join(home, 'recovery')

/**
 * Replays the segments of `recoveryFolder` into a copied cluster until the target, and leaves it stopped, as a cluster of its own that keeps
 * no log until its first backup.
 * @param options.fsync false for a cluster that is thrown away
 * @returns false when the log ends before a target time, after which nothing was committed as far as the log knows
 * @throws StartError with PostgreSQL's reason
 */
export async function recoverCluster(
  location: ClusterLocation,
  target: RecoveryTarget,
  { fsync }: { fsync: boolean },
): Promise<boolean> {
  try {
    await replay(location, target, fsync)
    return true
  } catch (error) {
    if (!('time' in target) || !(error instanceof StartError) || !notReached.test(error.message)) throw error
    await replay(location, undefined, fsync)
    return false
  }
}

async function replay(location: ClusterLocation, target: RecoveryTarget | undefined, fsync: boolean): Promise<void> {
  const { cluster, account } = location
  const settings = {
    // The server runs in the cluster's folder.
    restore_command: 'cp "../recovery/%f" "%p"',
    recovery_target_timeline: 'current',
    // Otherwise the server is ready, for reading, before it has replayed all.
    hot_standby: 'off',
    recovery_target_action: 'promote',
    ...(target &&
      ('name' in target
        ? { recovery_target_name: target.name }
        : { recovery_target_time: target.time.toISOString().replace('Z', '+00') })),
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`)
  const file = join(cluster, 'postgresql.auto.conf')
  writeFileSync(file, settingsOfRestored + lines.join(''), { mode: 0o600 })
  writeFileSync(join(cluster, 'recovery.signal'), '', { mode: 0o600 })
  if (account !== null) {
    changeOwner(cluster, account)
    if (existsSync(recoveryFolder(location))) changeOwner(recoveryFolder(location), account)
  }
  const server = spawnServer(location, prepareBinaries(location.home, account), openSocketDir(location), fsync)
  await awaitServer(location, server, longestRecoveryMs)
  server.child.kill('SIGINT')
  // It polls: nothing else keeps this process alive meanwhile.
  await awaitStop(cluster, server.child.pid ?? 0)
  writeFileSync(file, settingsOfRestored, { mode: 0o600 })
  if (account !== null) changeOwner(file, account)
  rmSync(join(cluster, 'backup_label.old'), { force: true })
}
