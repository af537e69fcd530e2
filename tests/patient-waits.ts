import { vi } from 'vitest'

/** Milliseconds. The usual second ends on a busy machine before what a test waits for has begun. A test that fails waits so long. */
const timeoutMs = 30_000

const { waitFor, waitUntil } = vi
vi.waitFor = (callback, options = timeoutMs) => waitFor(callback, options)
vi.waitUntil = (callback, options = timeoutMs) => waitUntil(callback, options)
