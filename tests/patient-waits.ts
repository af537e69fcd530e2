import { vi } from 'vitest'

/** Milliseconds. The usual second ends on a busy machine before what a test waits for has begun. A test that fails waits so long. */
const patience = 30_000

const { waitFor, waitUntil } = vi
vi.waitFor = (callback, options = patience) => waitFor(callback, options)
vi.waitUntil = (callback, options = patience) => waitUntil(callback, options)
