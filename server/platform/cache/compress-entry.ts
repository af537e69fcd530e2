import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

export interface Made {
  body: Buffer
  headers: Record<string, string>
  /** Cache tags of the content: `course:12` for one row, `course` for all. */
  tags: ReadonlySet<string>
  /** `Date.now()` of the oldest response it was built from; its own start when omitted. */
  madeAt?: number
}

export interface Entry {
  etag: string
  plain: Buffer
  /** A small body is a Latin-1 string, one letter per byte: `node:http` writes it in one piece with the headers. */
  brotli: Buffer | string
  gzip: Buffer | string
  /** Headers of each form and of a 304, alternately name and value, as `writeHead` takes them. */
  heads: Record<'plain' | 'brotli' | 'gzip' | 'unchanged', string[]>
  tags: ReadonlySet<string>
  /** `Date.now()` at which rendering began. */
  madeAt: number
  /** `Date.now()` at which its content changed. */
  invalidatedAt: number | undefined
  /** Listening period of the change listener in which it was rendered; 0 when the listener was disconnected. */
  period: number
  /** Refreshes that this key may have now. Each version of the entry passes them on. */
  refreshes: Refreshes
}

/** A token bucket of refreshes. */
export interface Refreshes {
  left: number
  /** `Date.now()` at which `left` was counted. */
  countedAt: number
}

/** @param length of the body. A window beyond it needs megabytes for each compression and finds nothing more. */
const brotliParams = (length: number) => ({
  [constants.BROTLI_PARAM_QUALITY]: 6,
  [constants.BROTLI_PARAM_SIZE_HINT]: length,
  [constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.max(16, Math.ceil(Math.log2(length + 16)))),
})

/** Browsers ask again each time; a shared cache answers for half a minute. */
export const publicFor = 'public, max-age=0, s-maxage=30, stale-while-revalidate=30'

/** Compresses a rendered response. */
export async function pack(made: Made, madeAt: number): Promise<Omit<Entry, 'invalidatedAt' | 'period' | 'refreshes'>> {
  const [small, zipped] = await Promise.all([compress(made.body, 'brotli'), compress(made.body, 'gzip')])
  // Weak, because plain and compressed bytes share one tag.
  const etag = `W/"${createHash('sha256').update(made.body).digest('base64url').slice(0, 22)}"`
  const headers = {
    ...made.headers,
    'cache-control': publicFor,
    vary: 'Accept-Encoding',
    etag,
  }
  const headOf = (bytes: Buffer, encoding?: string) =>
    Object.entries({
      ...headers,
      'content-length': String(bytes.length),
      ...(encoding ? { 'content-encoding': encoding } : {}),
    }).flat()
  return {
    etag,
    plain: made.body,
    brotli: asWritten(small),
    gzip: asWritten(zipped),
    heads: {
      plain: headOf(made.body),
      brotli: headOf(small, 'br'),
      gzip: headOf(zipped, 'gzip'),
      unchanged: Object.entries(headers).flat(),
    },
    tags: made.tags,
    madeAt: Math.min(madeAt, made.madeAt ?? madeAt),
  }
}

/** Bytes beyond which a buffer of its own is written faster. */
const smallBody = 8192
const asWritten = (body: Buffer): Buffer | string => (body.length > smallBody ? body : body.toString('latin1'))

export async function compress(body: Buffer, form: 'brotli' | 'gzip'): Promise<Buffer> {
  return form === 'brotli' ? brotli(body, { params: brotliParams(body.length) }) : zip(body, { level: 6 })
}
