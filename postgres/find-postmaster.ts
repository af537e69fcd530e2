import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive } from './share-cluster.ts'

export type Postmaster = { pid: number; socketDir: string; ready: boolean }

/** Reads the cluster's `postmaster.pid` (source: PostgreSQL's pidfile.h). The process may have ended. */
export function readPostmaster(cluster: string): Postmaster | null {
  let lines: string[]
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return null
  }
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return null
  return { pid, socketDir: lines[4] ?? '', ready: lines[7]?.trim() === 'ready' }
}

/** Returns the process id of the cluster's running server, else null. */
export function livePostmaster(cluster: string): number | null {
  const pid = readPostmaster(cluster)?.pid
  return pid !== undefined && isRunningPostgres(pid) ? pid : null
}

/** Whether a process is a running PostgreSQL server. A zombie is not, as in a container without an init. */
export function isRunningPostgres(pid: number): boolean {
  return isAlive(pid) && isPostgres(pid) && !isZombie(pid)
}

function isZombie(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z')
  } catch {
    return false
  }
}

/** Removes a crashed server's lock file when another program has its process id, because PostgreSQL would refuse to start. */
export function removeStaleLock(cluster: string): void {
  const postmaster = readPostmaster(cluster)
  if (postmaster !== null && isAlive(postmaster.pid) && !isPostgres(postmaster.pid))
    rmSync(join(cluster, 'postmaster.pid'), { force: true })
}

function isPostgres(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').includes('postgres')
  } catch {}
  try {
    return execFileSync('ps', ['-o', 'comm=', '-p', String(pid)], { stdio: ['ignore', 'pipe', 'ignore'] }).includes('postgres')
  } catch {
    return true
  }
}
