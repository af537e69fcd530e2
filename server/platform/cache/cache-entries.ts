import type { Entry } from './compress-entry.ts'

/** A bounded store of cached responses. Evicts the oldest first. */
export class Entries {
  readonly #entries = new Map<string, Entry>()
  /** Keys of the entries with a tag, so that a change costs what it touches. */
  readonly #keysByTag = new Map<string, Set<string>>()
  readonly #limits: { entries: number; bytes: number }
  #bytes = 0

  constructor(limits: { entries: number; bytes: number }) {
    this.#limits = limits
  }

  get(key: string): Entry | undefined {
    return this.#entries.get(key)
  }

  /** Entries with this tag. */
  *withTag(tag: string): Iterable<Entry> {
    for (const key of this.#keysByTag.get(tag) ?? []) {
      const entry = this.#entries.get(key)
      if (entry) yield entry
    }
  }

  set(key: string, entry: Entry): void {
    this.delete(key)
    this.#entries.set(key, entry)
    this.#bytes += sizeOf(entry)
    for (const tag of entry.tags) {
      const keys = this.#keysByTag.get(tag)
      if (keys) keys.add(key)
      else this.#keysByTag.set(tag, new Set([key]))
    }
    // Maps iterate in insertion order and each new version is inserted anew, so the first is the oldest.
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#limits.entries && this.#bytes <= this.#limits.bytes) break
      this.delete(oldest)
    }
  }

  delete(key: string): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    this.#bytes -= sizeOf(entry)
    for (const tag of entry.tags) {
      const keys = this.#keysByTag.get(tag)
      if (keys?.delete(key) && keys.size === 0) this.#keysByTag.delete(tag)
    }
  }
}

function sizeOf(entry: Entry): number {
  return entry.plain.length + entry.brotli.length + entry.gzip.length
}
