import { Entries } from './cache-entries.ts'
import { type Entry, type Made, pack } from './compress-entry.ts'

/** Milliseconds after which a kept answer is made anew whatever happened: a batch's status follows the date. */
const maxAge = 60_000
/** Milliseconds for which a kept answer is served while the database can't be reached. */
const maxStale = 3_600_000
/** Milliseconds after a change for which readers get the previous bytes while the new ones are made. */
const tolerance = 500
/** Milliseconds for which a reader waits for a database that was away just now, and between two tries of it. */
const timeoutMs = 1000
const retryAfter = 1000

interface Making {
  done: Promise<Entry>
  changes: Map<string, number>
  firstChangeAt: number | undefined
}

interface Options {
  /** Never bytes of before a change, however short ago it was. */
  exact?: boolean
  /** Never the last known bytes: rather `Unavailable`. */
  certain?: boolean
}

/**
 * Public answers as finished bytes, the same for everyone. Each is made by one request at a time. One that was begun
 * before a change of what it shows is not fresh, and nothing is built from one that is not fresh.
 */
export class ResponseCache {
  readonly #pages = new Entries({ entries: 2000, bytes: 128 * 1024 * 1024 })
  /** Apart, since anybody can make up words to search for. */
  readonly #searches = new Entries({ entries: 500, bytes: 16 * 1024 * 1024 })
  readonly #making = new Map<string, Making>()
  /** Off while nobody would tell of changes. */
  #keeping: boolean
  #period = 1
  #periodBegan = 0
  /** `performance.now()` until which the database counts as away; undefined while it answers. */
  #awayUntil: number | undefined
  hits = 0
  misses = 0

  constructor(options: { listening: boolean }) {
    this.#keeping = options.listening
  }

  /** The bytes of `key` when nothing of them has changed; a few map look-ups and no promise. */
  get(key: string): Entry | undefined {
    const entry = this.#storeOf(key).get(key)
    if (!entry || this.#staleSince(entry) <= Date.now()) return undefined
    this.hits += 1
    return entry
  }

  /** What a reader gets at once: fresh bytes, or the last known ones while the database is away. */
  getServable(key: string): Entry | undefined {
    const get = this.get(key)
    if (get || this.#awayUntil === undefined) return get
    const now = performance.now()
    if (now < this.#awayUntil) return this.#lastKnown(key)
    // One request at a time finds out whether the database is back.
    this.#awayUntil = now + retryAfter
    return undefined
  }

  /**
   * The bytes of `key`, made now unless they are fresh.
   * @throws NotKept when another request made it and it is not for keeping; Unavailable; what `make` throws
   */
  async getOrRender(key: string, make: () => Promise<Made | undefined>, options: Options = {}): Promise<Entry | undefined> {
    for (;;) {
      const get = this.get(key)
      if (get) return get
      const making = this.#making.get(key)
      if (!making) return this.#orLastKnown(key, this.#begin(key, make), options)
      const previous = this.#storeOf(key).get(key)
      const since = Date.now() - tolerance
      if (!options.exact && previous && this.#staleSince(previous) > since) return previous
      const changedBefore = making.firstChangeAt !== undefined && (options.exact || making.firstChangeAt <= since)
      if (!changedBefore) return this.#orLastKnown(key, making.done, options)
      // It may have read what was there before the change.
      await making.done.catch(() => undefined)
    }
  }

  /** Says that what `tag` names has changed. */
  invalidate(tag: string): void {
    const now = Date.now()
    for (const store of [this.#pages, this.#searches]) {
      for (const entry of store.values()) if (shows(entry.tags, tag)) entry.invalidatedAt ??= now
    }
    this.#markMaking(tag, now)
  }

  /**
   * Marks everything as stale: changes went by unheard.
   * @param keeping whether changes will be told from now on
   */
  markAllStale(listening: boolean): void {
    this.#keeping = listening
    this.#period += 1
    this.#periodBegan = Date.now()
    if (listening) this.#awayUntil = undefined
    this.#markMaking('*', this.#periodBegan)
  }

  /** Says that the database was tried and did not answer. */
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

  /** `Date.now()` from which it is not fresh. */
  #staleSince(entry: Entry): number {
    const unheard = entry.period === this.#period ? Infinity : entry.period === 0 ? entry.madeAt : this.#periodBegan
    return Math.min(entry.madeAt + maxAge, entry.invalidatedAt ?? Infinity, unheard)
  }

  /** The latest bytes of `key` when the database did not answer just now, for pages that are made of several. */
  lastKnownWhileAway(key: string): Entry | undefined {
    return this.#awayUntil === undefined ? undefined : this.#lastKnown(key)
  }

  /** The latest bytes, changed since or not: nobody can tell while the database is away. */
  #lastKnown(key: string): Entry | undefined {
    const entry = this.#storeOf(key).get(key)
    return entry && Date.now() - entry.madeAt < maxStale ? entry : undefined
  }

  #begin(key: string, make: () => Promise<Made | undefined>): Promise<Entry | undefined> {
    this.misses += 1
    const making: Pick<Making, 'changes' | 'firstChangeAt'> = { changes: new Map(), firstChangeAt: undefined }
    // Begins only once it is known as being made, so that no change goes by it.
    const work = Promise.resolve()
      .then(() => this.#make(key, make, making.changes))
      .finally(() => this.#making.delete(key))
    // Waiting requests get the same entry; one that can't be kept (a 404, say) they make for themselves.
    const done = work.then((entry) => entry ?? Promise.reject(new Uncacheable()))
    done.catch(() => undefined)
    this.#making.set(key, Object.assign(making, { done }))
    return work
  }

  async #orLastKnown<Answer>(key: string, work: Promise<Answer>, options: Options): Promise<Answer | Entry> {
    const known = options.certain ? undefined : this.#lastKnown(key)
    if (!known) return work
    const getOrRender = work.catch((error: unknown) => {
      if (error instanceof Unavailable) return known
      throw error
    })
    return this.#awayUntil === undefined ? getOrRender : within(timeoutMs, getOrRender, known)
  }

  async #make(key: string, make: () => Promise<Made | undefined>, changes: Map<string, number>): Promise<Entry | undefined> {
    const [began, period] = [Date.now(), this.#keeping ? this.#period : 0]
    const made = await make().catch((error: unknown) => {
      if (!(error instanceof Unavailable)) this.#storeOf(key).delete(key)
      else if (error.isAway) this.noteDatabaseAway()
      throw error
    })
    // What shows nothing that changes was made without the database.
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

/** What another request was making turned out not to be for keeping. */
export class Uncacheable extends Error {}

/** Thrown while something is made: what it needs can't be had now; `isAway` when the database can't be reached at all. */
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

/** What `work` comes to, or `otherwise` when that takes longer. */
async function within<Value>(milliseconds: number, work: Promise<Value>, otherwise: Value): Promise<Value> {
  const { promise: late, resolve } = Promise.withResolvers<Value>()
  const timer = setTimeout(() => resolve(otherwise), milliseconds)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
