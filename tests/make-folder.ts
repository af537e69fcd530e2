import { mkdtempSync, readFileSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
/** Bytes. The databases of a run take a few hundred megabytes, and PostgreSQL's log up to one gigabyte. */
const neededBytes = 4 * 1024 ** 3

/**
 * A new folder for data that ends with the run, in memory where the machine has room for it. Each test creates a database and drops it,
 * which is a thousand files each time: on ext4 that took a third of PostgreSQL's time.
 */
export function makeFolder(prefix: string): string {
  return mkdtempSync(join(isRoomInMemory() ? memory : tmpdir(), prefix))
}

/** Programs must be able to run there: a cluster may bring its own copy of them. */
function isRoomInMemory(): boolean {
  try {
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
      .find(([, path]) => path === memory)
    if (mount?.[2] !== 'tmpfs' || mount[3]?.split(',').includes('noexec')) return false
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= neededBytes
  } catch {
    return false
  }
}
