import { vi } from 'vitest'

/** Milliseconds. The usual second ends on a busy machine before what a test waits for has begun. A test that fails waits so long. */
const timeoutMs = 30_000

const isPatient = Symbol.for('patient waits')
// A worker runs this before each of its files.
if (!(isPatient in vi)) {
  const { waitFor, waitUntil } = vi
  Object.assign(vi, {
    [isPatient]: true,
    waitFor: ((callback, options = timeoutMs) => waitFor(callback, options)) satisfies typeof waitFor,
    waitUntil: ((callback, options = timeoutMs) => waitUntil(callback, options)) satisfies typeof waitUntil,
  })
}
