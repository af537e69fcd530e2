import { mkdtempSync, readFileSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memoryFolder = '/dev/shm'
/** The databases of a run take a few hundred megabytes, and the write-ahead log up to one gigabyte. */
const neededBytes = 4 * 1024 ** 3

/**
 * Creates a folder for the data of a run, in memory if the machine has room. Each test creates and drops a database of a thousand
 * files, which on ext4 took a third of PostgreSQL's time.
 */
export function makeFolder(prefix: string): string {
  return mkdtempSync(join(hasMemoryFolder() ? memoryFolder : tmpdir(), prefix))
}

/** The folder must allow executables, because a cluster may contain its own binaries. */
function hasMemoryFolder(): boolean {
  try {
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
      .find(([, path]) => path === memoryFolder)
    if (mount?.[2] !== 'tmpfs' || mount[3]?.split(',').includes('noexec')) return false
    const { bavail, bsize } = statfsSync(memoryFolder)
    return bavail * bsize >= neededBytes
  } catch {
    return false
  }
}
