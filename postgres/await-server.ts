import { setTimeout as wait } from 'node:timers/promises'
import { livePostmaster, readPostmaster } from './find-postmaster.ts'
import { LaunchError } from './launch-error.ts'
import type { Place } from './place-cluster.ts'
import type { Server } from './spawn-server.ts'

/** Replaying the log after a crash can take this long on a slow disk. */
const RECOVERY_MILLISECONDS = 300_000
const STOP_MILLISECONDS = 30_000
const POLL_MILLISECONDS = 20

/**
 * Waits for the spawned server. False when another server holds the cluster.
 * @throws LaunchError when the server cannot run on this cluster
 */
export async function awaitServer({ cluster, home }: Place, server: Server): Promise<boolean> {
  const deadline = Date.now() + RECOVERY_MILLISECONDS
  for (;;) {
    const postmaster = readPostmaster(cluster)
    if (postmaster?.pid === server.child.pid && postmaster?.ready) return true
    if (server.ended()) {
      const said = server.readLog()
      if (/lock file .* already exists|still in use/.test(said)) return false
      const why =
        /(?:FATAL|PANIC):\s*(.+)/.exec(said)?.[1] ??
        (said.trim().split('\n').at(-1)?.replace(/^but /, '') || 'it ended without a message')
      throw new LaunchError(
        `The database in ${cluster} cannot be started (${why}): move that folder away to begin with an empty one, or restore it from a backup. More in ${home}/server.log`,
      )
    }
    if (Date.now() > deadline) {
      server.child.kill('SIGINT')
      throw new LaunchError(`The database in ${cluster} did not become ready in 5 minutes: see ${home}/server.log`)
    }
    await wait(POLL_MILLISECONDS)
  }
}

/** Waits for a server that was told to stop, and cuts it off when it does not. */
export async function awaitStop(cluster: string, pid: number): Promise<void> {
  const deadline = Date.now() + STOP_MILLISECONDS
  while (livePostmaster(cluster) === pid && Date.now() < deadline) await wait(POLL_MILLISECONDS)
  if (livePostmaster(cluster) === pid) process.kill(pid, 'SIGQUIT')
}
