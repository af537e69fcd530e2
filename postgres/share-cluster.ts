import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Registers this process as a user of the cluster, so that the last user stops it: a process that joined survives the one
 * that started the server.
 */
export function joinCluster(dataDir: string): { add(pid: number): void; leave(): boolean } {
  const folder = join(dataDir, 'launchers')
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(folder)) if (!isUser(name)) rmSync(join(folder, name), { force: true })
  const add = (pid: number): string => {
    // All is in the name, because a full disk takes an empty file.
    const entry = join(folder, `${pid}.${startOf(pid)}.${crypto.randomUUID()}`)
    writeFileSync(entry, '')
    return entry
  }
  const entry = add(process.pid)
  return {
    /** Registers another process, such as a server that may outlive this one. Its entry ends with it. */
    add: (pid) => void add(pid),
    /** Returns true when no other process uses the cluster. */
    leave() {
      rmSync(entry, { force: true })
      return !readdirSync(folder).some(isUser)
    },
  }
}

/** Whether the process of an entry runs. A later process with its id began at another time. */
function isUser(entry: string): boolean {
  const [pid = '', start] = entry.split('.')
  return isAlive(Number(pid)) && start === startOf(pid)
}

/** Ticks from the start of the machine to that of a process. Empty where the system does not tell. */
function startOf(pid: string | number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // Field 22 (source: proc_pid_stat(5)). The second one is a name with any characters.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
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
