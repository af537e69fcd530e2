import { Entries } from './cache-entries.ts'
import { type Entry, type Made, pack } from './compress-entry.ts'

/** Milliseconds after which an entry is stale even without a change, because a batch's status follows the date. */
const maxAge = 60_000
/** Milliseconds for which an entry is served while the database is unreachable. */
const maxStale = 3_600_000
/** Milliseconds after a change for which the previous bytes are served while the new ones are rendered. */
const tolerance = 500
/** Milliseconds that a request waits for an unreachable database, and between two attempts to reach it. */
const timeoutMs = 1000
const retryAfter = 1000

interface Making {
  done: Promise<Entry>
  changes: Map<string, number>
  firstChangeAt: number | undefined
}

interface Options {
  /** Never returns bytes from before a change. */
  exact?: boolean
  /** Throws `Unavailable` instead of returning the last known bytes. */
  certain?: boolean
}

/**
 * Caches public responses as bytes. One request at a time renders a key. A response begun before a change of its content is
 * stale, and no page is built from a stale response.
 */
export class ResponseCache {
  readonly #pages = new Entries({ entries: 2000, bytes: 128 * 1024 * 1024 })
  /** Stored separately, because callers can search for arbitrary words. */
  readonly #searches = new Entries({ entries: 500, bytes: 16 * 1024 * 1024 })
  readonly #making = new Map<string, Making>()
  /** False while changes are not reported. */
  #listening: boolean
  #period = 1
  #periodBegan = 0
  /** `performance.now()` until which the database counts as unreachable; undefined while it answers. */
  #awayUntil: number | undefined
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

  /** Returns a fresh entry, or the last known one while the database is unreachable. */
  getServable(key: string): Entry | undefined {
    const fresh = this.get(key)
    if (fresh || this.#awayUntil === undefined) return fresh
    const now = performance.now()
    if (now < this.#awayUntil) return this.#lastKnown(key)
    // One request at a time tries the database.
    this.#awayUntil = now + retryAfter
    return undefined
  }

  /**
   * Returns the entry of `key` and renders it unless it is fresh.
   * @throws Uncacheable when another request rendered it and it cannot be cached; Unavailable; errors of `make`
   */
  async getOrRender(key: string, make: () => Promise<Made | undefined>, options: Options = {}): Promise<Entry | undefined> {
    for (;;) {
      const fresh = this.get(key)
      if (fresh) return fresh
      const making = this.#making.get(key)
      if (!making) return this.#orLastKnown(key, this.#begin(key, make), options)
      const previous = this.#storeOf(key).get(key)
      const since = Date.now() - tolerance
      if (!options.exact && previous && this.#staleSince(previous) > since) return previous
      const changedBefore = making.firstChangeAt !== undefined && (options.exact || making.firstChangeAt <= since)
      if (!changedBefore) return this.#orLastKnown(key, making.done, options)
      // The running rendering may have read data from before the change.
      await making.done.catch(() => undefined)
    }
  }

  /** Marks every entry with this tag as stale. */
  invalidate(tag: string): void {
    const now = Date.now()
    for (const store of [this.#pages, this.#searches]) {
      for (const entry of store.values()) if (shows(entry.tags, tag)) entry.invalidatedAt ??= now
    }
    this.#markMaking(tag, now)
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

  /** Records that the database did not answer. */
  noteDatabaseAway(): void {
    this.#awayUntil = performance.now() + retryAfter
  }

  #markMaking(tag: string, now: number): void {
    for (const making of this.#making.values()) {
      making.changes.set(tag, making.changes.get(tag) ?? now)
      making.firstChangeAt ??= now
    }
  }

  #storeOf(key: string): Entries {
    return key.startsWith('/api/search/') ? this.#searches : this.#pages
  }

  /** `Date.now()` from which the entry is stale. */
  #staleSince(entry: Entry): number {
    const missedChanges = entry.period === this.#period ? Infinity : entry.period === 0 ? entry.madeAt : this.#periodBegan
    return Math.min(entry.madeAt + maxAge, entry.invalidatedAt ?? Infinity, missedChanges)
  }

  /** Returns the last known entry while the database is unreachable, for pages built from several responses. */
  lastKnownWhileAway(key: string): Entry | undefined {
    return this.#awayUntil === undefined ? undefined : this.#lastKnown(key)
  }

  /** Returns the latest entry, fresh or stale. */
  #lastKnown(key: string): Entry | undefined {
    const entry = this.#storeOf(key).get(key)
    return entry && Date.now() - entry.madeAt < maxStale ? entry : undefined
  }

  #begin(key: string, make: () => Promise<Made | undefined>): Promise<Entry | undefined> {
    this.misses += 1
    const making: Pick<Making, 'changes' | 'firstChangeAt'> = { changes: new Map(), firstChangeAt: undefined }
    // Starts after the key is registered in `#making`, so that no change is missed.
    const work = Promise.resolve()
      .then(() => this.#make(key, make, making.changes))
      .finally(() => this.#making.delete(key))
    // Waiting requests share the entry. A response that cannot be cached, such as a 404, they render themselves.
    const done = work.then((entry) => entry ?? Promise.reject(new Uncacheable()))
    done.catch(() => undefined)
    this.#making.set(key, Object.assign(making, { done }))
    return work
  }

  async #orLastKnown<Answer>(key: string, work: Promise<Answer>, options: Options): Promise<Answer | Entry> {
    const known = options.certain ? undefined : this.#lastKnown(key)
    if (!known) return work
    const workOrKnown = work.catch((error: unknown) => {
      if (error instanceof Unavailable) return known
      throw error
    })
    return this.#awayUntil === undefined ? workOrKnown : within(timeoutMs, workOrKnown, known)
  }

  async #make(key: string, make: () => Promise<Made | undefined>, changes: Map<string, number>): Promise<Entry | undefined> {
    const [began, period] = [Date.now(), this.#listening ? this.#period : 0]
    const made = await make().catch((error: unknown) => {
      if (!(error instanceof Unavailable)) this.#storeOf(key).delete(key)
      else if (error.isAway) this.noteDatabaseAway()
      throw error
    })
    // A response without tags may have been rendered without the database, so it proves nothing.
    if (made && made.tags.size > 0) this.#awayUntil = undefined
    if (!made) {
      this.#storeOf(key).delete(key)
      return undefined
    }
    const packed = await pack(made, began)
    const relevant = [...changes].filter(([tag]) => shows(made.tags, tag)).map(([, at]) => at)
    const entry = { ...packed, period, invalidatedAt: relevant.length > 0 ? Math.min(...relevant) : undefined }
    this.#storeOf(key).set(key, entry)
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

function shows(tags: ReadonlySet<string>, changed: string): boolean {
  return tags.has(changed) || tags.has(changed.slice(0, changed.indexOf(':')))
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
