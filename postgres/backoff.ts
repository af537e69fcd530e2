export type Backoff = {
  /** Milliseconds to wait before the next attempt; each answer is twice the one before, up to the longest. */
  next(): number
  /** The thing that was started ran well: the pauses begin anew. */
  reset(): void
}

/** Growing pauses between attempts that never end. */
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
