import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'

const block = 512
/** Bytes that the eleven octal digits of a header can say. */
const largestOctal = 8 ** 11 - 1
const isPlain = /^[\x20-\x7e]{1,100}$/

/** The header of a file, and before it one of POSIX (pax) for a name or a size that does not fit. */
export function tarHeader(path: string, size: number, time: Date): Buffer {
  const records = [
    ...(isPlain.test(path) ? [] : [paxRecord('path', path)]),
    ...(size > largestOctal ? [paxRecord('size', String(size))] : []),
  ]
  const header = ustar(isPlain.test(path) ? path : 'long-name', Math.min(size, largestOctal), '0', time)
  if (records.length === 0) return header
  const extended = Buffer.concat(records)
  return Buffer.concat([ustar('pax', extended.length, 'x', time), extended, tarPadding(extended.length), header])
}

/** What follows the content of a file up to the next header. */
export const tarPadding = (size: number): Buffer => Buffer.alloc((block - (size % block)) % block)

/** What follows the last file. */
export const tarEnd: Buffer = Buffer.alloc(2 * block)

function ustar(name: string, size: number, type: string, time: Date): Buffer {
  const header = Buffer.alloc(block)
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0')
  header.write(name, 0)
  header.write(`${octal(0o600, 7)}\0${octal(0, 7)}\0${octal(0, 7)}\0${octal(size, 11)}\0`, 100)
  header.write(`${octal(Math.floor(time.getTime() / 1000), 11)}\0        ${type}`, 136)
  header.write('ustar\x0000', 257)
  header.write(`${octal(sumOf(header), 6)}\0 `, 148)
  return header
}

const sumOf = (header: Buffer) => header.reduce((sum, byte) => sum + byte, 0)

/** A record says its own length, the digits of which count. */
function paxRecord(name: string, value: string): Buffer {
  const rest = Buffer.from(` ${name}=${value}\n`)
  let length = rest.length + 1
  while (String(length).length + rest.length !== length) length = String(length).length + rest.length
  return Buffer.concat([Buffer.from(String(length)), rest])
}

export interface TarFile {
  path: string
  size: number
  /** May be read once, before the next file is asked for. */
  content: AsyncGenerator<Buffer, void>
}

/** Thrown for what is no archive, or a part of one. */
export class TarDamaged extends Error {}

/** Yields the files of a gzipped archive in their order. Memory stays flat. @throws TarDamaged; what the disk says */
export async function* readTar(file: string): AsyncGenerator<TarFile, void> {
  const source = createReadStream(file, { highWaterMark: 1024 * 1024 })
  const gunzip = source.pipe(createGunzip({ chunkSize: 256 * 1024 }))
  source.on('error', (error) => gunzip.destroy(error))
  const bytes = new Bytes(gunzip[Symbol.asyncIterator]() as AsyncIterator<Buffer>)
  try {
    let given: Record<string, string> = {}
    for (;;) {
      const header = await bytes.take(block)
      if (header.every((byte) => byte === 0)) {
        await bytes.skipRest()
        return
      }
      const { type, size, path } = readHeader(header, given)
      if (type === 'x') {
        if (size > 1024 * 1024) throw new TarDamaged('a header is too long')
        given = readPax(await bytes.take(size))
        await bytes.take(tarPadding(size).length)
        continue
      }
      given = {}
      if (type !== '0' && type !== '\0') throw new TarDamaged(`${path} is no file`)
      const content = bytes.read(size)
      yield { path, size, content }
      // What was not read is passed over.
      for await (const _ of content);
      await bytes.take(tarPadding(size).length)
    }
  } finally {
    source.destroy()
    gunzip.destroy()
  }
}

function readHeader(header: Buffer, given: Record<string, string>): { type: string; size: number; path: string } {
  const text = (from: number, length: number) => header.toString('utf8', from, from + length).replace(/\0.*$/s, '')
  const expected = Number.parseInt(text(148, 8), 8)
  if (expected !== sumOf(Buffer.concat([header.subarray(0, 148), Buffer.alloc(8, ' '), header.subarray(156)])))
    throw new TarDamaged('a header is damaged')
  const prefix = text(345, 155)
  const size = given['size'] === undefined ? Number.parseInt(text(124, 12), 8) : Number(given['size'])
  if (!Number.isSafeInteger(size) || size < 0) throw new TarDamaged('a header has no size')
  return {
    type: header.toString('latin1', 156, 157),
    size,
    path: given['path'] ?? (prefix === '' ? text(0, 100) : `${prefix}/${text(0, 100)}`),
  }
}

function readPax(bytes: Buffer): Record<string, string> {
  const found: Record<string, string> = {}
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(' ', at)
    const length = Number(bytes.toString('latin1', at, space))
    if (space < 0 || !Number.isSafeInteger(length) || length <= 0) throw new TarDamaged('a header is damaged')
    const [name = '', ...value] = bytes.toString('utf8', space + 1, at + length - 1).split('=')
    found[name] = value.join('=')
    at += length
  }
  return found
}

/** Takes bytes from a stream of chunks. */
class Bytes {
  readonly #chunks: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(chunks: AsyncIterator<Buffer>) {
    this.#chunks = chunks
  }

  async #next(): Promise<boolean> {
    try {
      const { value, done } = await this.#chunks.next()
      if (done) return false
      this.#rest = value
      return true
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      if (code.startsWith('Z_') || code === 'ERR_STREAM_PREMATURE_CLOSE') throw new TarDamaged('it ends too early or is damaged')
      throw error
    }
  }

  async *read(size: number): AsyncGenerator<Buffer, void> {
    for (let left = size; left > 0; ) {
      if (this.#rest.length === 0 && !(await this.#next())) throw new TarDamaged('it ends too early')
      const chunk = this.#rest.subarray(0, left)
      this.#rest = this.#rest.subarray(chunk.length)
      left -= chunk.length
      yield chunk
    }
  }

  async take(size: number): Promise<Buffer> {
    const chunks: Buffer[] = []
    for await (const chunk of this.read(size)) chunks.push(chunk)
    return Buffer.concat(chunks)
  }

  /** Reads to the end, so that the checksum of gzip is checked. */
  async skipRest(): Promise<void> {
    while (await this.#next()) this.#rest = Buffer.alloc(0)
  }
}
