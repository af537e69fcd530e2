import type { Entry } from './compress-entry.ts'

/** A bounded store of cached responses. Evicts the oldest first. */
export class Entries {
  readonly #entries = new Map<string, Entry>()
  readonly #limits: { entries: number; bytes: number }
  #bytes = 0

  constructor(limits: { entries: number; bytes: number }) {
    this.#limits = limits
  }

  get(key: string): Entry | undefined {
    return this.#entries.get(key)
  }

  values(): Iterable<Entry> {
    return this.#entries.values()
  }

  set(key: string, entry: Entry): void {
    this.delete(key)
    this.#entries.set(key, entry)
    this.#bytes += sizeOf(entry)
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
  }
}

function sizeOf(entry: Entry): number {
  return entry.plain.length + entry.brotli.length + entry.gzip.length
}
