/** A pseudo-random generator whose numbers depend only on the seed. */
export interface SeededRandom {
  /** Returns a number from `low` to below `high`. */
  between(low: number, high: number): number
  /** Returns an integer from `low` to `high`, both included. */
  whole(low: number, high: number): number
  pick<T>(from: readonly [T, ...T[]]): T
  chance(likelihood: number): boolean
}

/** Implements mulberry32 over an FNV-1a hash of the seed. */
export function seededRandom(seed: string): SeededRandom {
  let state = 0x811c9dc5
  for (const char of seed) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 0x01000193)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const whole = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    between: (low, high) => low + next() * (high - low),
    whole,
    pick: (from) => from[whole(0, from.length - 1)] ?? from[0],
    chance: (likelihood) => next() < likelihood,
  }
}
