import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Config } from './config.ts'
import { HttpError } from './errors.ts'

type Disk = Pick<Config, 'dataDir' | 'diskReserveBytes'>

/** Bytes that this process may still write on the disk of a folder, which need not exist yet. */
async function freeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch (error) {
    const parent = dirname(folder)
    if (parent === folder || !(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    return freeBytes(parent)
  }
}

/** Whether the disk of DATA_DIR, which may be that of the database, keeps its reserve after `bytes` more. */
export async function hasSpace({ dataDir, diskReserveBytes }: Disk, bytes = 0): Promise<boolean> {
  return diskReserveBytes === 0 || (await freeBytes(dataDir)) - bytes >= diskReserveBytes
}

/** @throws HttpError 507 when the disk of DATA_DIR would not keep its reserve after `bytes` more */
export async function requireSpace(disk: Disk, bytes = 0): Promise<void> {
  if (await hasSpace(disk, bytes)) return
  throw new HttpError(
    507,
    'disk_nearly_full',
    'The disk of the server is nearly full, so nothing large can be stored now. Please tell the operator of this site.',
  )
}
