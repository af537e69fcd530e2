/** Caches the `size` most recently used results of slow work by key, and runs one piece of work at a time. */
export function memoise<T>(size: number): (key: string, work: () => Promise<T>) => Promise<T> {
  const results = new Map<string, Promise<T>>()
  let queue: Promise<unknown> = Promise.resolve()
  return (key, work) => {
    const known = results.get(key)
    if (known) {
      results.delete(key)
      results.set(key, known)
      return known
    }
    const result = queue.then(work)
    queue = result.catch(() => undefined)
    results.set(key, result)
    // A failure is not cached, so the next call retries.
    result.catch(() => results.get(key) === result && results.delete(key))
    const [oldest] = results.keys()
    if (results.size > size && oldest !== undefined) results.delete(oldest)
    return result
  }
}
