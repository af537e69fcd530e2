import { setTimeout as wait } from 'node:timers/promises'
import { findCause } from './find-cause.ts'
import { livePostmaster, readPostmaster } from './find-postmaster.ts'
import { LaunchError, StartError } from './launch-error.ts'
import type { ClusterLocation } from './place-cluster.ts'
import type { Server } from './spawn-server.ts'

/** Crash recovery can take this long on a slow disk. */
const recoveryTimeoutMs = 300_000
const stopTimeoutMs = 30_000
const pollMs = 20

/**
 * Waits until the spawned server is ready. Returns false when another server holds the cluster.
 * @param timeoutMs a restore that replays days of changes takes longer than a crash recovery
 * @throws StartError when the server ends first
 */
export async function awaitServer(
  { cluster, home }: ClusterLocation,
  server: Server,
  timeoutMs = recoveryTimeoutMs,
): Promise<boolean> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const postmaster = readPostmaster(cluster)
    if (postmaster?.pid === server.child.pid && postmaster?.ready) return true
    if (server.ended()) {
      const log = server.readLog()
      if (/lock file .* already exists|still in use/.test(log)) return false
      const cause = findCause(log, cluster) ?? (log.trim().split('\n').at(-1) || 'it ended without a message')
      throw new StartError(
        `The database in ${cluster} cannot be started (${cause}). Its data are left as they are: remove the cause and start again, or restore a backup. More in ${home}/server.log`,
      )
    }
    if (Date.now() > deadline) {
      server.child.kill('SIGINT')
      throw new LaunchError(
        `The database in ${cluster} did not become ready in ${timeoutMs / 60_000} minutes: see ${home}/server.log`,
      )
    }
    await wait(pollMs)
  }
}

/** Waits for a stopping server and terminates it at the deadline. */
export async function awaitStop(cluster: string, pid: number): Promise<void> {
  const deadline = Date.now() + stopTimeoutMs
  while (livePostmaster(cluster) === pid && Date.now() < deadline) await wait(pollMs)
  if (livePostmaster(cluster) === pid) process.kill(pid, 'SIGQUIT')
}
