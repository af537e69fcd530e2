import type { Store } from './open-store.ts'

/** Real time plus an offset, which a control call sets and which survives a restart. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Unix seconds. */
  seconds(): number
  /** Sets the offset from real time in milliseconds. */
  setOffset(milliseconds: number): void
  offset(): number
}

export function sandboxClock(store: Store): Clock {
  let offset = Number(store.setting('clock_offset') ?? 0)
  const now = () => Date.now() + offset
  return {
    now,
    seconds: () => Math.floor(now() / 1000),
    setOffset(milliseconds) {
      offset = milliseconds
      store.saveSetting('clock_offset', String(milliseconds))
    },
    offset: () => offset,
  }
}
