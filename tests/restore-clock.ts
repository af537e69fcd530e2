import { afterEach, vi } from 'vitest'

// A worker runs many files: a clock that one of them moved would stay moved for the next.
afterEach(() => {
  vi.useRealTimers()
})
