import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Milliseconds after which a kept answer is made anew whatever happened: a batch's status follows the date. */
const maxAge = 60_000
const maxEntries = 2000
const maxBytes = 128 * 1024 * 1024

export interface Made {
  body: Buffer
  headers: Record<string, string>
  /** What it shows, as `course:12`, or `course` for all of them. */
  tags: ReadonlySet<string>
}

export interface Entry {
  etag: string
  plain: Buffer
  brotli: Buffer
  gzip: Buffer
  headers: Record<string, string>
  tags: ReadonlySet<string>
  madeAt: number
  dropped: boolean
}

interface Making {
  done: Promise<Entry>
  droppedMeanwhile: Set<string>
}

/**
 * Public answers as finished bytes, the same for everyone. Each is made by one request at a time while
 * others get the previous bytes; one that was begun before a change of what it shows is not kept.
 */
export class Kept {
  readonly #entries = new Map<string, Entry>()
  readonly #making = new Map<string, Making>()
  #bytes = 0
  /** Off while nobody would tell of changes. */
  #keeping: boolean
  hits = 0
  misses = 0

  constructor(options: { keeping: boolean }) {
    this.#keeping = options.keeping
  }

  /** The bytes of `key` when they may still be shown; a few map look-ups and no promise. */
  fresh(key: string): Entry | undefined {
    const entry = this.#entries.get(key)
    if (!entry || entry.dropped || Date.now() - entry.madeAt > maxAge) return undefined
    this.hits += 1
    return entry
  }

  async answer(key: string, make: () => Promise<Made | undefined>): Promise<Entry | undefined> {
    const fresh = this.fresh(key)
    if (fresh) return fresh
    const previous = this.#entries.get(key)
    const making = this.#making.get(key)
    if (making) return previous ?? making.done
    this.misses += 1
    const droppedMeanwhile = new Set<string>()
    // Begins only once it is known as being made, so that no change goes by it.
    const work = Promise.resolve().then(() => this.#make(key, make, droppedMeanwhile))
    // Waiting requests get the same entry; one that can't be kept (a 404, say) they make for themselves.
    this.#making.set(key, {
      done: work.then((entry) => entry ?? Promise.reject(new NotKept())),
      droppedMeanwhile,
    })
    this.#making.get(key)?.done.catch(() => undefined)
    try {
      return await work
    } finally {
      this.#making.delete(key)
    }
  }

  drop(tag: string): void {
    for (const entry of this.#entries.values()) if (shows(entry.tags, tag)) entry.dropped = true
    for (const making of this.#making.values()) making.droppedMeanwhile.add(tag)
  }

  /** @param keeping whether changes will be told from now on */
  flush(keeping: boolean): void {
    this.#keeping = keeping
    this.#entries.clear()
    this.#bytes = 0
    for (const making of this.#making.values()) making.droppedMeanwhile.add('*')
  }

  async #make(key: string, make: () => Promise<Made | undefined>, dropped: Set<string>): Promise<Entry | undefined> {
    const made = await make()
    if (!made) {
      this.#forget(key)
      return undefined
    }
    const entry = await pack(made)
    const stale = dropped.has('*') || [...dropped].some((tag) => shows(made.tags, tag))
    if (stale || !this.#keeping) this.#forget(key)
    else this.#keep(key, entry)
    return entry
  }

  #keep(key: string, entry: Entry): void {
    this.#forget(key)
    this.#entries.set(key, entry)
    this.#bytes += sizeOf(entry)
    // Maps iterate in order of insertion, and each remake inserts anew: the first is the one made longest ago.
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= maxEntries && this.#bytes <= maxBytes) break
      this.#forget(oldest)
    }
  }

  #forget(key: string): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    this.#bytes -= sizeOf(entry)
  }
}

/** What another request was making turned out not to be for keeping. */
export class NotKept extends Error {}

function shows(tags: ReadonlySet<string>, changed: string): boolean {
  return tags.has(changed) || tags.has(changed.slice(0, changed.indexOf(':')))
}

function sizeOf(entry: Entry): number {
  return entry.plain.length + entry.brotli.length + entry.gzip.length
}

async function pack(made: Made): Promise<Entry> {
  const [small, zipped] = await Promise.all([
    brotli(made.body, { params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: made.body.length } }),
    zip(made.body, { level: 6 }),
  ])
  return {
    // Weak, since one tag stands for the plain and the compressed bytes.
    etag: `W/"${createHash('sha256').update(made.body).digest('base64url').slice(0, 22)}"`,
    plain: made.body,
    brotli: small,
    gzip: zipped,
    headers: {
      ...made.headers,
      'cache-control': 'public, max-age=0, s-maxage=30, stale-while-revalidate=30',
      vary: 'Accept-Encoding',
    },
    tags: made.tags,
    madeAt: Date.now(),
    dropped: false,
  }
}

/** Writes a kept entry straight to the socket: compressed as the reader takes it, or 304. */
export function writeKept(entry: Entry, request: IncomingMessage, response: ServerResponse): void {
  const { headers } = request
  if (sameEtag(headers['if-none-match'], entry.etag)) {
    // With the page's own headers: a browser merges those of a 304 into what it stored, its policy too.
    response.writeHead(304, { ...entry.headers, etag: entry.etag }).end()
    return
  }
  const accepts = String(headers['accept-encoding'] ?? '')
  const form = takes(accepts, 'br') ? 'br' : takes(accepts, 'gzip') ? 'gzip' : undefined
  const bytes = form === 'br' ? entry.brotli : form === 'gzip' ? entry.gzip : entry.plain
  response.writeHead(200, {
    ...entry.headers,
    etag: entry.etag,
    'content-length': bytes.length,
    ...(form ? { 'content-encoding': form } : {}),
  })
  if (request.method === 'HEAD') response.end()
  else response.end(bytes)
}

function sameEtag(given: string | undefined, etag: string): boolean {
  if (!given) return false
  if (given === etag || given === '*') return true
  const plain = etag.slice(2)
  return given.split(',').some((one) => one.trim().replace(/^W\//, '') === plain)
}

function takes(accepted: string, coding: string): boolean {
  if (!accepted.includes(coding)) return false
  return accepted.split(',').some((part) => {
    const [name, ...parameters] = part.trim().split(';')
    return name === coding && !parameters.some((parameter) => /^\s*q=0(\.0*)?$/.test(parameter))
  })
}
