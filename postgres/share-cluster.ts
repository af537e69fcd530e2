import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Longer than the time from registering to the first connection. */
const startTimeoutMs = 60_000

/**
 * Registers this process as a user of the cluster, so that the last user stops it: a process that joined survives the one
 * that started the server.
 */
export function joinCluster(dataDir: string): { leave(): boolean } {
  const folder = join(dataDir, 'launchers')
  mkdirSync(folder, { recursive: true })
  const entry = join(folder, `${process.pid}.${crypto.randomUUID()}`)
  writeFileSync(entry, '')
  return {
    /** Returns true when no other process uses the cluster. */
    leave() {
      rmSync(entry, { force: true })
      return readdirSync(folder).every((name) => !isAlive(Number.parseInt(name, 10)))
    },
  }
}

/** Call before starting a server: older entries belong to a previous server, and their process ids may be reused. */
export function removeStaleUsers(dataDir: string): void {
  const folder = join(dataDir, 'launchers')
  for (const name of readdirSync(folder)) {
    const registered = statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0
    const stale = Date.now() - registered > startTimeoutMs
    if (stale || !isAlive(Number.parseInt(name, 10))) rmSync(join(folder, name), { force: true })
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
