import type { Readable } from 'node:stream'
import type { DataStore } from '@tus/server'
import type { Config } from '../../config.ts'
import { diskRecordings } from './disk-recordings.ts'
import { s3Recordings } from './s3-recordings.ts'

/** Part of a published file. */
export interface OpenedFile {
  /** 200 whole, 206 a part, 416 for a part that the file does not have. */
  status: 200 | 206 | 416
  /** `content-length`, `content-range` and the like. */
  headers: Record<string, string>
  stream: Readable | undefined
}

/** Where uploaded videos are kept. A key is 32 hexadecimal digits. Calls throw when the storage fails. */
export interface RecordingFiles {
  /** Takes the bytes of an upload in parts. Its ids are the keys. */
  store(): Promise<DataStore>
  /** Makes the place of an upload. */
  begin(key: string, size: number): Promise<void>
  /** Bytes that have arrived; undefined when the upload has no place. */
  received(key: string): Promise<number | undefined>
  /** Returns a local file with the whole upload, which may be in `folder`. It is not to be changed. */
  copyUpload(key: string, folder: string): Promise<string>
  /** Keeps every file of a local folder as those of a key, in place of earlier ones. The folder may be gone afterwards. */
  publish(key: string, folder: string): Promise<void>
  /** Opens a published file. Undefined when there is none. @param range the header of the request */
  open(key: string, file: string, range: string | undefined): Promise<OpenedFile | undefined>
  /** Deletes what an upload has stored, or what is published. Nothing may be there. */
  remove(key: string, kind: 'source' | 'published'): Promise<void>
}

/** Returns the bucket of S3_URL, or the folder `recordings` of DATA_DIR. */
export function openRecordingFiles({ s3, uploadedRecordingsDir }: Pick<Config, 's3' | 'uploadedRecordingsDir'>): RecordingFiles {
  return s3 ? s3Recordings(s3) : diskRecordings(uploadedRecordingsDir)
}
