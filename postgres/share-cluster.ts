import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Longer than any start takes between registering and its first connection. */
const START_MILLISECONDS = 60_000

/**
 * Notes that this process uses the cluster, so that whichever user ends last stops it:
 * an export that began it must not stop it under a server that joined, and an orphan is stopped by its adopter.
 */
export function joinCluster(dataDir: string): { leave(): boolean } {
  const folder = join(dataDir, 'launchers')
  mkdirSync(folder, { recursive: true })
  const entry = join(folder, `${process.pid}.${crypto.randomUUID()}`)
  writeFileSync(entry, '')
  return {
    /** True when nobody else uses the cluster. */
    leave() {
      rmSync(entry, { force: true })
      return readdirSync(folder).every((name) => !isAlive(Number.parseInt(name, 10)))
    },
  }
}

/** To call before a server is started: who registered long ago used an earlier one, and its process id may belong to another program now. */
export function forgetEarlierUsers(dataDir: string): void {
  const folder = join(dataDir, 'launchers')
  for (const name of readdirSync(folder)) {
    const registered = statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0
    const stale = Date.now() - registered > START_MILLISECONDS
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
