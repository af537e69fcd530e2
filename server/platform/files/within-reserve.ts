import { stat } from 'node:fs/promises'
import type { Config } from '#server/config.ts'
import { hasSpace, watchSpace } from './free-space.ts'

const noRoom =
  'The disk of DATA_DIR is nearly full, and the database needs what is left. Choose a place on another disk, or lower DISK_RESERVE_MB.'

/**
 * Writes below `folder`, and ends when the disk of DATA_DIR would not keep its reserve. A folder on another disk is not watched.
 * @throws Error with what to do when the disk is nearly full; the reason of `signal`; what `write` throws
 */
export async function withinReserve<T>(
  disk: Pick<Config, 'dataDir' | 'diskReserveBytes'>,
  { folder, signal }: { folder: string; signal?: AbortSignal },
  write: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const given = signal ?? new AbortController().signal
  if (!(await isOnDisk(folder, disk.dataDir))) return write(given)
  if (!(await hasSpace(disk))) throw new Error(noRoom)
  const space = watchSpace(disk)
  try {
    return await write(AbortSignal.any([given, space.signal]))
  } catch (error) {
    throw space.signal.aborted ? new Error(noRoom, { cause: error }) : error
  } finally {
    space.end()
  }
}

/** Whether a folder is on the disk of another one. Neither need exist. */
async function isOnDisk(folder: string, other: string): Promise<boolean> {
  const [one, two] = await Promise.all([folder, other].map((path) => stat(path).catch(() => undefined)))
  return one !== undefined && one.dev === two?.dev
}
