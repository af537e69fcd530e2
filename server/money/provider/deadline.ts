/**
 * Runs work with a signal that ends it after some milliseconds, as `AbortSignal.timeout` does. The timer ends with the work, so
 * that finished calls leave none behind.
 */
export async function withDeadline<T>(milliseconds: number, work: (until: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new DOMException('The provider was too slow.', 'TimeoutError')), milliseconds)
  try {
    return await work(controller.signal)
  } finally {
    clearTimeout(timer)
  }
}
