import type { Readable } from 'node:stream'
import type { DataStore } from '@tus/server'
import type { Config } from '#server/config.ts'
import { unavailable } from '#server/platform/errors/errors.ts'
import { diskFiles } from './disk-files.ts'
import { s3Files } from './s3-files.ts'

/** A file, or a part of one. */
interface OpenedFile {
  /** 200 whole, 206 a part, 416 for a part that the file does not have. */
  status: 200 | 206 | 416
  /** `content-length`, `content-range` and the like. */
  headers: Record<string, string>
  stream: Readable | undefined
}

/**
 * Keeps every file that the product stores: pictures, recordings and what students hand in. A path is relative and made by us:
 * folders and one file. Calls throw HttpError 503 when the store fails.
 */
export interface FileStore {
  write(path: string, bytes: Buffer, type: string): Promise<void>
  /** Puts the files of a local folder at a path, in place of what was there. The local folder may be gone afterwards. */
  writeFolder(path: string, folder: string): Promise<void>
  /** Returns undefined for a missing file. */
  read(path: string): Promise<Buffer | undefined>
  /** Opens a file. Undefined when there is none. @param range the header of the request */
  open(path: string, range: string | undefined): Promise<OpenedFile | undefined>
  /** Removes files that may be missing. */
  remove(paths: readonly string[]): Promise<void>
  /** Removes a folder, which may be missing, with all that is in it. */
  removeFolder(path: string): Promise<void>
  readonly arrivals: Arrivals
}

/** Large files that arrive in parts, over hours. A key is 32 hexadecimal digits. Calls throw what the store throws. */
export interface Arrivals {
  /** Takes the bytes by the tus protocol. Its ids are the keys. */
  store(): Promise<DataStore>
  /** Makes the place of a file. @param size bytes */
  begin(key: string, size: number): Promise<void>
  /** Bytes that have arrived; undefined when the file has no place. */
  received(key: string): Promise<number | undefined>
  /** Returns a local file with all that has arrived, which may be in `folder`. It is not to be changed. */
  copy(key: string, folder: string): Promise<string>
  /** Deletes what has arrived. Nothing may be there. */
  remove(key: string): Promise<void>
}

/** Returns the bucket of S3_URL, or the folders `media` and `recordings` of DATA_DIR. */
export function openFileStore({
  s3,
  mediaDir,
  uploadedRecordingsDir,
}: Pick<Config, 's3' | 'mediaDir' | 'uploadedRecordingsDir'>): FileStore {
  const files = s3 ? s3Files(s3) : diskFiles({ media: mediaDir, recordings: uploadedRecordingsDir })
  return {
    write: (path, bytes, type) => files.write(path, bytes, type).catch(asUnavailable),
    writeFolder: (path, folder) => files.writeFolder(path, folder).catch(asUnavailable),
    read: (path) => files.read(path).catch(asUnavailable),
    open: (path, range) => files.open(path, range).catch(asUnavailable),
    remove: (paths) => files.remove(paths).catch(asUnavailable),
    removeFolder: (path) => files.removeFolder(path).catch(asUnavailable),
    arrivals: files.arrivals,
  }
}

function asUnavailable(cause: unknown): never {
  throw Object.assign(unavailable('Files can not be stored or read right now. Please try again in a minute.', 30), { cause })
}
