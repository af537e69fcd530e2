import { statfs } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { dirname } from 'node:path'
import { finished } from 'node:stream'
import type { Config } from '#server/config.ts'
import { HttpError } from '#server/platform/errors/errors.ts'

type Disk = Pick<Config, 'dataDir' | 'diskReserveBytes'>

/** Bytes of the disk of a folder, which need not exist yet: those that this process may still write, and those in use. */
export async function readDisk(folder: string): Promise<{ free: number; used: number }> {
  try {
    const { bavail, bfree, blocks, bsize } = await statfs(folder)
    return { free: bavail * bsize, used: (blocks - bfree) * bsize }
  } catch (error) {
    const parent = dirname(folder)
    if (parent === folder || !(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    return readDisk(parent)
  }
}

const freeBytes = async (folder: string) => (await readDisk(folder)).free

/** Whether the disk of DATA_DIR, which may be that of the database, keeps its reserve after `bytes` more. */
export async function hasSpace({ dataDir, diskReserveBytes }: Disk, bytes = 0): Promise<boolean> {
  return diskReserveBytes === 0 || (await freeBytes(dataDir)) - bytes >= diskReserveBytes
}

/** Milliseconds between two looks at a disk that something else fills. */
const lookEvery = 500

/** A look at the disk from time to time, while another program writes. */
export interface SpaceWatch {
  /** Is aborted when the disk of DATA_DIR no longer keeps its reserve. */
  signal: AbortSignal
  end(): void
}

export function watchSpace(disk: Disk): SpaceWatch {
  const low = new AbortController()
  const timer = setInterval(() => {
    // A disk that can't be asked is no reason to stop.
    hasSpace(disk).then(
      (fits) => fits || low.abort(nearlyFull()),
      () => undefined,
    )
  }, lookEvery)
  return { signal: low.signal, end: () => clearInterval(timer) }
}

/** Room that a call was let in with. */
export interface SpaceHold {
  /** Counts bytes that are on the disk now and no longer on their way. */
  arrived(bytes: number): void
  /** Ends the hold. May be called twice. */
  end(): void
}

/** Bytes that calls of this process were let in with and that are still on their way, by the disk's settings. */
const bytesOnTheirWay = new WeakMap<Disk, number>()

/**
 * Keeps room for `bytes` that a call brings, so that calls that arrive together are not all let in for the same room.
 * @throws HttpError 507 when the disk of DATA_DIR would not keep its reserve after these and all that are on their way
 */
export async function holdSpace(disk: Disk, bytes: number): Promise<SpaceHold> {
  const onTheirWay = () => bytesOnTheirWay.get(disk) ?? 0
  // What arrives while the disk is asked may be missing in its answer.
  const before = onTheirWay()
  const room = disk.diskReserveBytes === 0 ? Number.POSITIVE_INFINITY : (await freeBytes(disk.dataDir)) - disk.diskReserveBytes
  if (room < Math.max(before, onTheirWay()) + bytes) throw nearlyFull()
  let held = bytes
  const release = (count: number) => {
    held -= count
    bytesOnTheirWay.set(disk, onTheirWay() - count)
  }
  bytesOnTheirWay.set(disk, onTheirWay() + bytes)
  return { arrived: (count) => release(Math.min(count, held)), end: () => release(held) }
}

/** Holds the room of a call until its answer is sent or its connection closes. @throws HttpError 507 */
export async function holdSpaceOfCall(disk: Disk, bytes: number, response: ServerResponse): Promise<SpaceHold> {
  const hold = await holdSpace(disk, bytes)
  finished(response, () => hold.end())
  return hold
}

/** Bytes that the body of a call may have: those that it announces; `most` when it announces none. */
export function bytesOfBody({ headers }: IncomingMessage, most: number): number {
  if (headers['content-length'] !== undefined) return Number(headers['content-length'])
  return headers['transfer-encoding'] === undefined ? 0 : most
}

/** @throws HttpError 507 when the disk of DATA_DIR would not keep its reserve after `bytes` more */
export async function requireSpace(disk: Disk, bytes = 0): Promise<void> {
  const hold = await holdSpace(disk, bytes)
  hold.end()
}

export const nearlyFull = () =>
  new HttpError(
    507,
    'disk_nearly_full',
    'The disk of the server is nearly full, so nothing large can be stored now. Please tell the operator of this site.',
  )
