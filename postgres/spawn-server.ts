import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { closeSync, fchownSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import type { ClusterLocation } from './place-cluster.ts'

const maxLogBytes = 5_000_000

/** Tuned for two cores and a few hundred megabytes, shared with the product. */
const serverSettings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '128MB',
  effective_cache_size: '512MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  random_page_cost: '1.1',
  jit: 'off',
  io_workers: '2',
  max_worker_processes: '4',
  max_parallel_workers: '2',
  max_parallel_workers_per_gather: '0',
  autovacuum_max_workers: '2',
  wal_compression: 'on',
  max_wal_senders: '0',
  // Backups copy the running cluster and restore it to any moment since. `archive.ts` says where what is archived goes.
  wal_level: 'replica',
  archive_mode: 'on',
  max_logical_replication_workers: '0',
  max_wal_size: '1GB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Errors repeat the values that caused them, so they are not logged here; the product logs its own.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
}

/**
 * A start after a crash writes out what the system still holds of the cluster: with one call of Linux, not with one for each of some
 * thousand files, each of which flushes the disk. Linux reports errors of the call since 5.8.
 */
const syncOfRecovery = process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}

/** Of tests and drafts, which nobody restores. */
const settingsWithoutFsync = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  archive_mode: 'off',
}

export type Server = { child: ChildProcess; exited: Promise<void>; ended(): boolean; readLog(): string }

/** Starts `postgres` in its own session, so that only `stop` signals it. It logs to a file, because it outlives this process. */
export function spawnServer(
  { home, cluster, account }: ClusterLocation,
  binaries: string,
  socketDir: string,
  fsync: boolean,
): Server {
  const logFile = join(home, 'server.log')
  const log = openSync(logFile, 'a', 0o600)
  if (account !== null) fchownSync(log, account.uid, account.gid)
  if (statSync(logFile).size > maxLogBytes) truncateSync(logFile)
  const begin = statSync(logFile).size

  const settings = {
    ...serverSettings,
    ...syncOfRecovery,
    ...(fsync ? {} : settingsWithoutFsync),
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(join(binaries, 'bin', 'postgres'), ['-D', cluster, ...options], {
    ...account,
    cwd: home,
    detached: true,
    stdio: ['ignore', log, log],
    env: { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' },
  })
  closeSync(log)
  child.unref()
  let ended = false
  let failure = ''
  const exited = new Promise<void>((resolve) => {
    const end = (): void => {
      ended = true
      resolve()
    }
    child.once('exit', end)
    child.once('error', (error) => {
      failure = error.message
      end()
    })
  })
  return { child, exited, ended: () => ended, readLog: () => failure || readFileSync(logFile).subarray(begin).toString() }
}
