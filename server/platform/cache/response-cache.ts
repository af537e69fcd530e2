import { Entries } from './cache-entries.ts'
import { type Entry, type Made, pack, type Refreshes } from './compress-entry.ts'

/** Milliseconds after which an entry is stale even without a change, because a batch's status follows the date. */
const maxAge = 60_000
/** Milliseconds for which an entry is served while the database is unreachable. */
const maxStale = 3_600_000
/** Milliseconds after a change for which the previous bytes are served. The promise is two seconds. */
const tolerance = 1500
/**
 * Refreshes of one entry: a few at once, then one a second. So a few changes in a row are seen at once, and a rush of changes costs
 * one rendering a second.
 */
const refreshes = { burst: 3, everyMs: 1000 }
/** Milliseconds that a request waits for an unreachable database, and between two attempts to reach it. */
const timeoutMs = 1000
const retryAfter = 1000
/** Milliseconds after which a database counts as unreachable for a reader, before its own time limit says so: nobody waits longer. */
const silentMs = 3000

interface Making {
  done: Promise<Entry>
  /** Starts the rendering, once. */
  start(): void
  /** Changes since the start, each with its `Date.now()`. */
  changes: Map<string, number>
  firstChangeAt: number | undefined
}

interface Options {
  /** Returns bytes from before a change only in a rush of changes. */
  exact?: boolean
  /** Never returns bytes from before a change, and throws `Unavailable` instead of returning the last known ones. */
  certain?: boolean
  /** `performance.now()` at which the reader began to wait, now by default. */
  waitsSince?: number
}

/**
 * Caches public responses as bytes. One request at a time renders a key. A response begun before a change of its content is
 * stale, and no page is built from a stale response. A stale response is served while its refresh runs or must wait, for
 * `tolerance` at most.
 */
export class ResponseCache {
  readonly #pages = new Entries({ entries: 2000, bytes: 128 * 1024 * 1024 })
  /** Answers with a query are stored separately: callers can search for arbitrary words, and ask for a list from any place. */
  readonly #searches = new Entries({ entries: 500, bytes: 16 * 1024 * 1024 })
  readonly #making = new Map<string, Making>()
  /** Ends with the last refresh in the background. They run one after the other, so that readers wait for one at most. */
  #lastRefresh: Promise<unknown> = Promise.resolve()
  /** False while changes are not reported. */
  #listening: boolean
  #period = 1
  #periodBegan = 0
  /** `performance.now()` until which the database counts as unreachable; undefined while it answers. */
  #awayUntil: number | undefined
  /** `Date.now()` at which it last did not answer. */
  #notedAwayAt = 0
  hits = 0
  misses = 0

  constructor(options: { listening: boolean }) {
    this.#listening = options.listening
  }

  /** Returns the entry of `key` if it is fresh. Synchronous and cheap. */
  get(key: string): Entry | undefined {
    const entry = this.#storeOf(key).get(key)
    if (!entry || this.#staleSince(entry) <= Date.now()) return undefined
    this.hits += 1
    return entry
  }

  /** Returns a fresh entry, a stale one whose refresh must wait, or the last known one while the database is unreachable. */
  getServable(key: string): Entry | undefined {
    const entry = this.#storeOf(key).get(key)
    if (!entry) return undefined
    const wallClock = Date.now()
    const staleSince = this.#staleSince(entry)
    if (staleSince > wallClock || (this.#mustWait(entry, wallClock) && staleSince > wallClock - tolerance)) {
      this.hits += 1
      return entry
    }
    if (this.#awayUntil === undefined) return undefined
    const now = performance.now()
    if (now < this.#awayUntil) return this.lastKnown(key)
    // One request at a time tries the database.
    this.#awayUntil = now + retryAfter
    return undefined
  }

  /**
   * Returns the entry of `key` and renders it unless it is fresh. In a rush of changes it returns the previous entry and renders
   * in the background.
   * @throws Uncacheable when another request rendered it and it cannot be cached; Unavailable; errors of `make`
   */
  async getOrRender(key: string, make: () => Promise<Made | undefined>, given: Options = {}): Promise<Entry | undefined> {
    const options = { waitsSince: performance.now(), ...given }
    for (;;) {
      const fresh = this.get(key)
      if (fresh) return fresh
      const now = Date.now()
      const since = now - tolerance
      const stored = this.#storeOf(key).get(key)
      const previous = stored && !options.certain && this.#staleSince(stored) > since ? stored : undefined
      const making = this.#making.get(key)
      if (!making) {
        if (previous && this.#mustWait(previous, now)) return previous
        const isRush = stored !== undefined && takeRefresh(stored.refreshes, now)
        if (previous && isRush && previous.period !== 0) {
          this.#refresh(key, make)
          return previous
        }
        const { work, start } = this.#begin(key, make)
        start()
        return this.orLastKnown(key, work, options)
      }
      if (previous && (!options.exact || this.#mustWait(previous, now))) return previous
      making.start()
      const isExact = options.exact || options.certain
      const changedBefore = making.firstChangeAt !== undefined && (isExact || making.firstChangeAt <= since)
      if (!changedBefore) return this.orLastKnown(key, making.done, options)
      // The running rendering may have read data from before the change. A silent database does not end it.
      const ended = making.done.then(
        () => undefined,
        (error: unknown) => {
          if (error instanceof Unavailable) throw error
        },
      )
      const known = await this.orLastKnown(key, ended, options)
      if (known) return known
    }
  }

  /** Marks every entry that shows one of the changed tags as stale. */
  invalidate(changed: Iterable<string>): void {
    const now = Date.now()
    const tags = new Set(changed)
    for (const tag of tags) tags.add(allOf(tag))
    for (const store of [this.#pages, this.#searches]) {
      for (const tag of tags) for (const entry of store.withTag(tag)) entry.invalidatedAt ??= now
    }
    for (const tag of tags) this.#markMaking(tag, now)
  }

  /**
   * Marks every entry as stale, because changes were missed.
   * @param listening whether changes are reported from now on
   */
  markAllStale(listening: boolean): void {
    this.#listening = listening
    this.#period += 1
    this.#periodBegan = Date.now()
    if (listening) this.#awayUntil = undefined
    this.#markMaking('*', this.#periodBegan)
  }

  /** Marks every entry as stale, because something changed that every page shows. */
  markChanged(): void {
    this.markAllStale(this.#listening)
  }

  /** Records that the database did not answer. */
  noteDatabaseAway(): void {
    this.#awayUntil = performance.now() + retryAfter
    this.#notedAwayAt = Date.now()
  }

  #markMaking(tag: string, now: number): void {
    for (const making of this.#making.values()) {
      making.changes.set(tag, making.changes.get(tag) ?? now)
      making.firstChangeAt ??= now
    }
  }

  /** Whether the next refresh of the entry must wait, because there were many. Not without reports of changes. */
  #mustWait(entry: Entry, now: number): boolean {
    return entry.period !== 0 && refreshesLeft(entry.refreshes, now) < 1
  }

  #storeOf(key: string): Entries {
    return key.startsWith('/api/') && key.includes('?') ? this.#searches : this.#pages
  }

  /** `Date.now()` from which the entry is stale. */
  #staleSince(entry: Entry): number {
    const missedChanges = entry.period === this.#period ? Infinity : entry.period === 0 ? entry.madeAt : this.#periodBegan
    return Math.min(entry.madeAt + maxAge, entry.invalidatedAt ?? Infinity, missedChanges)
  }

  /** Returns the last known entry while the database is unreachable, for pages built from several responses. */
  lastKnownWhileAway(key: string): Entry | undefined {
    return this.#awayUntil === undefined ? undefined : this.lastKnown(key)
  }

  /** Returns the latest entry, fresh or stale, for a request that would get no answer otherwise. */
  lastKnown(key: string): Entry | undefined {
    const entry = this.#storeOf(key).get(key)
    return entry && Date.now() - entry.madeAt < maxStale ? entry : undefined
  }

  /** Returns the answer of `work`, or the last known entry when the database does not answer within the time that a reader waits. */
  async orLastKnown<Answer>(key: string, work: Promise<Answer>, options: Options): Promise<Answer | Entry> {
    const known = options.certain ? undefined : this.lastKnown(key)
    if (!known) return work
    const workOrKnown = work.catch((error: unknown) => {
      if (error instanceof Unavailable) return known
      throw error
    })
    const waited = options.waitsSince === undefined ? 0 : performance.now() - options.waitsSince
    return within(Math.max(0, (this.#awayUntil === undefined ? silentMs : timeoutMs) - waited), workOrKnown, known)
  }

  /** Renders in the background, after the refreshes before it. */
  #refresh(key: string, make: () => Promise<Made | undefined>): void {
    const { work, start } = this.#begin(key, make)
    this.#lastRefresh = this.#lastRefresh.then(async () => {
      start()
      await work.catch(() => undefined)
      // Waiting requests come before the next refresh.
      await new Promise((resolve) => setImmediate(resolve))
    })
  }

  /** Registers a rendering, which runs when it is started. */
  #begin(key: string, make: () => Promise<Made | undefined>): { work: Promise<Entry | undefined>; start: () => void } {
    this.misses += 1
    const { promise: started, resolve } = Promise.withResolvers<void>()
    const changes = new Map<string, number>()
    let isStarted = false
    const start = () => {
      if (isStarted) return
      isStarted = true
      // The rendering reads the content of now.
      changes.clear()
      making.firstChangeAt = undefined
      resolve()
    }
    const work = started.then(() => this.#make(key, make, changes)).finally(() => this.#making.delete(key))
    // Waiting requests share the entry. A response that cannot be cached, such as a 404, they render themselves.
    const done = work.then((entry) => entry ?? Promise.reject(new Uncacheable()))
    done.catch(() => undefined)
    const making: Making = { done, start, changes, firstChangeAt: undefined }
    this.#making.set(key, making)
    return { work, start }
  }

  async #make(key: string, make: () => Promise<Made | undefined>, changes: Map<string, number>): Promise<Entry | undefined> {
    const [began, period] = [Date.now(), this.#listening ? this.#period : 0]
    const made = await make().catch((error: unknown) => {
      if (!(error instanceof Unavailable)) this.#storeOf(key).delete(key)
      else if (error.isAway) this.noteDatabaseAway()
      throw error
    })
    // A response without tags, or one of last known answers, may have been rendered without the database, so it proves nothing.
    if (made && made.tags.size > 0 && this.#notedAwayAt < began) this.#awayUntil = undefined
    if (!made) {
      this.#storeOf(key).delete(key)
      return undefined
    }
    const packed = await pack(made, began)
    const relevant = [...changes].filter(([tag]) => made.tags.has(tag)).map(([, at]) => at)
    const store = this.#storeOf(key)
    const entry = {
      ...packed,
      period,
      invalidatedAt: relevant.length > 0 ? Math.min(...relevant) : undefined,
      refreshes: store.get(key)?.refreshes ?? { left: refreshes.burst, countedAt: began },
    }
    store.set(key, entry)
    return entry
  }
}

/** Thrown to waiting requests when the response cannot be cached. */
export class Uncacheable extends Error {}

/** Thrown while rendering when data is unavailable; `isAway` when the database is unreachable. */
export class Unavailable extends Error {
  readonly isAway: boolean

  constructor(message: string, options: ErrorOptions & { isAway?: boolean } = {}) {
    super(message, options)
    this.isAway = options.isAway ?? false
  }
}

/** Returns the tag of all rows: `course` of `course:12`. */
function allOf(tag: string): string {
  const end = tag.indexOf(':')
  return end < 0 ? tag : tag.slice(0, end)
}

function refreshesLeft(bucket: Refreshes, now: number): number {
  // The wall clock may be set back.
  return Math.min(refreshes.burst, bucket.left + Math.max(0, now - bucket.countedAt) / refreshes.everyMs)
}

/** Takes one refresh. Returns whether the bucket was almost empty, as in a rush of changes. */
function takeRefresh(bucket: Refreshes, now: number): boolean {
  const left = refreshesLeft(bucket, now)
  bucket.left = Math.max(0, left - 1)
  bucket.countedAt = now
  return left < 2
}

/** Returns the result of `work`, or `otherwise` after the timeout. */
async function within<Value>(milliseconds: number, work: Promise<Value>, otherwise: Value): Promise<Value> {
  const { promise: late, resolve } = Promise.withResolvers<Value>()
  const timer = setTimeout(() => resolve(otherwise), milliseconds)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
