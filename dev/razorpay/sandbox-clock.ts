import type { Store } from './open-store.ts'

/** The sandbox's own clock: real time plus an offset that only the control call sets and that survives a restart. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Unix seconds, as the API shows them. */
  seconds(): number
  /** Sets how far ahead of real time the sandbox is, in milliseconds. */
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
