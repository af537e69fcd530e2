export type Backoff = {
  /** Milliseconds to wait before the next attempt; doubled each time, up to the longest. */
  next(): number
  /** Starts again from the shortest pause. */
  reset(): void
}

/** Exponential backoff between attempts. */
export function createBackoff({ shortest, longest }: { shortest: number; longest: number }): Backoff {
  let pause = shortest
  return {
    next() {
      const now = pause
      pause = Math.min(pause * 2, longest)
      return now
    },
    reset() {
      pause = shortest
    },
  }
}
