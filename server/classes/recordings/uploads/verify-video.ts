import { type FileHandle, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** A file that is missing, empty or cut off. ffmpeg ends with 0 although a full disk took nothing, also with `-xerror`. */
export class LostBytes extends Error {}

/** Seconds, and part of the whole, by which the parts may be shorter than their source. The last picture may have no length. */
const tolerance = { seconds: 3, part: 0.01 }

export interface Rendition {
  /** Bits per second of its largest part. */
  rate: number
}

/**
 * Checks that a playlist and every file that it names are whole and on the disk.
 * @param seconds of the source
 * @throws LostBytes; Error when the parts are shorter than the source
 */
export async function verifyRendition(folder: string, playlist: string, seconds: number): Promise<Rendition> {
  const text = (await readWhole(folder, playlist, (file) => file.readFile())).toString()
  const init = /^#EXT-X-MAP:URI="([\w.-]+)"$/m.exec(text)?.[1]
  const parts = Array.from(text.matchAll(/^#EXTINF:([\d.]+),.*\n([\w.-]+)$/gm), ([, length, name = '']) => ({
    name,
    seconds: Number(length),
  }))
  if (!text.startsWith('#EXTM3U') || !/^#EXT-X-ENDLIST\s*$/m.test(text) || init === undefined || parts.length === 0) {
    throw new LostBytes(`${playlist} is not whole`)
  }
  await readWhole(folder, init, requireBoxes)
  let rate = 0
  for (const part of parts) {
    const bytes = await readWhole(folder, part.name, requireBoxes)
    rate = Math.max(rate, (bytes * 8) / Math.max(0.1, part.seconds))
  }
  const made = parts.reduce((sum, part) => sum + part.seconds, 0)
  if (made < seconds * (1 - tolerance.part) - tolerance.seconds) {
    throw new Error(`${playlist} has ${made.toFixed(1)} s of ${seconds} s`)
  }
  return { rate: Math.ceil(rate) }
}

/** Returns whether ffmpeg made a picture. It makes none when it finds no frame. @throws LostBytes when the picture is not whole */
export async function verifyPicture(folder: string, name: string): Promise<boolean> {
  if (!(await readdir(folder)).includes(name)) return false
  const bytes = await readWhole(folder, name, (picture) => picture.readFile())
  if (bytes.readUInt16BE(0) === 0xffd8 && bytes.readUInt16BE(bytes.length - 2) === 0xffd9) return true
  throw new LostBytes(`${name} is cut off`)
}

/** Reads a file after the disk has taken it, because its source goes when it is published. */
async function readWhole<T>(
  folder: string,
  name: string,
  read: (file: FileHandle, size: number, name: string) => Promise<T>,
): Promise<T> {
  const file = await open(join(folder, name), 'r+').catch(undefinedIfMissing)
  if (!file) throw new LostBytes(`${name} is missing`)
  try {
    await file.sync()
    const { size } = await file.stat()
    if (size < 8) throw new LostBytes(`${name} is empty`)
    return await read(file, size, name)
  } finally {
    await file.close()
  }
}

/** Returns the size of a file of MP4 boxes. @throws LostBytes when its last box is cut off */
async function requireBoxes(file: FileHandle, size: number, name: string): Promise<number> {
  const head = Buffer.alloc(16)
  let at = 0
  while (at < size) {
    const { bytesRead } = await file.read(head, 0, head.length, at)
    const short = head.readUInt32BE(0)
    const length = short === 1 ? Number(head.readBigUInt64BE(8)) : short
    if (bytesRead < 8 || length < 8 || at + length > size) throw new LostBytes(`${name} is cut off`)
    at += length
  }
  return size
}

function undefinedIfMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}
