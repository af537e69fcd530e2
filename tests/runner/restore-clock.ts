import { afterEach, vi } from 'vitest'

// A worker runs many files, so a fake clock would affect the next file.
afterEach(() => {
  vi.useRealTimers()
})
