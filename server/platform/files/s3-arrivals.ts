import type { Readable } from 'node:stream'
import { DataStore, ERRORS, Upload } from '@tus/server'
import { videoPart } from '#contract/classes/staff/recording-uploads.ts'
import type { Bucket } from './s3-bucket.ts'

/** The error of the protocol, as an Error. */
class UploadGone extends Error {
  readonly status_code = ERRORS.FILE_NO_LONGER_EXISTS.status_code
  readonly body = ERRORS.FILE_NO_LONGER_EXISTS.body
}

/**
 * Keeps each part of an upload as an object of its own, named by where it begins. So a part that was broken off is kept too, any
 * process goes on with an upload, and the sum of the objects is what has arrived.
 */
export class S3Arrivals extends DataStore {
  readonly #bucket: Bucket

  constructor(bucket: Bucket) {
    super()
    this.#bucket = bucket
  }

  async begin(key: string, size: number): Promise<void> {
    await this.#bucket.put(this.#path(key, 'size'), new TextEncoder().encode(String(size)))
  }

  async received(key: string): Promise<number | undefined> {
    const parts = await this.#bucket.list(this.#path(key))
    return parts.length === 0 ? undefined : this.#sum(parts)
  }

  /** Yields the whole upload, part by part. */
  async *readAll(key: string): AsyncGenerator<Uint8Array> {
    for (const { name } of this.#partsOf(await this.#bucket.list(this.#path(key)))) {
      const part = await this.#bucket.read(name)
      if (!part) throw new UploadGone()
      yield part
    }
  }

  override async getUpload(key: string): Promise<Upload> {
    const [found, size] = await Promise.all([this.#bucket.list(this.#path(key)), this.#bucket.read(this.#path(key, 'size'))])
    if (found.length === 0 || !size) throw new UploadGone()
    return new Upload({ id: key, size: Number(size.toString()), offset: this.#sum(found) })
  }

  override async write(stream: Readable, key: string, offset: number): Promise<number> {
    let waiting: Buffer[] = []
    let length = 0
    let at = offset
    const store = async () => {
      if (length === 0) return
      await this.#bucket.putLarge(
        this.#path(key, String(at).padStart(12, '0')),
        new Blob([new Uint8Array(Buffer.concat(waiting))]),
      )
      at += length
      waiting = []
      length = 0
    }
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        waiting.push(chunk)
        length += chunk.length
        if (length >= videoPart) await store()
      }
    } finally {
      // Also what arrived of a part that was broken off.
      await store()
    }
    return at
  }

  override async remove(key: string): Promise<void> {
    for (const { name } of await this.#bucket.list(this.#path(key))) await this.#bucket.remove(name)
  }

  #path(key: string, name = ''): string {
    return `recordings/uploads/${key}/${name}`
  }

  #partsOf(found: readonly { name: string; size: number }[]) {
    return found.filter(({ name }) => /\/\d{12}$/.test(name))
  }

  /** Counts parts that follow each other. */
  #sum(found: readonly { name: string; size: number }[]): number {
    return this.#partsOf(found).reduce((sum, { name, size }) => (Number(name.slice(-12)) === sum ? sum + size : sum), 0)
  }
}
