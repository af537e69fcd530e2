import type { Config } from '../config.ts'
import { unavailable } from '../errors.ts'
import { diskStorage } from './disk-storage.ts'
import { s3Storage } from './s3.ts'

/** Where uploaded files are kept. A path is relative, made by us: folders and one file. */
export interface Storage {
  write(path: string, bytes: Buffer, type: string): Promise<void>
  /** Returns undefined for a missing file. */
  read(path: string): Promise<Buffer | undefined>
  /** Removes files that may be missing. */
  remove(paths: readonly string[]): Promise<void>
}

/** Returns the bucket of S3_URL, or the folder `media` of DATA_DIR. Its calls throw HttpError 503 when it fails. @param what stands in that message */
export function openStorage({ s3, mediaDir }: Pick<Config, 's3' | 'mediaDir'>, what = 'Pictures'): Storage {
  const asUnavailable = (cause: unknown): never => {
    throw Object.assign(unavailable(`${what} can not be stored or read right now. Please try again in a minute.`, 30), { cause })
  }
  const storage = s3 ? s3Storage(s3) : diskStorage(mediaDir)
  return {
    write: (path, bytes, type) => storage.write(path, bytes, type).catch(asUnavailable),
    read: (path) => storage.read(path).catch(asUnavailable),
    remove: (paths) => storage.remove(paths).catch(asUnavailable),
  }
}
