/** Keeps the last `size` results of slow work by key, and runs that work one at a time. */
export function memoise<T>(size: number): (key: string, work: () => Promise<T>) => Promise<T> {
  const responseCache = new Map<string, Promise<T>>()
  let queue: Promise<unknown> = Promise.resolve()
  return (key, work) => {
    const known = responseCache.get(key)
    if (known) {
      responseCache.delete(key)
      responseCache.set(key, known)
      return known
    }
    const result = queue.then(work)
    queue = result.catch(() => undefined)
    responseCache.set(key, result)
    // What failed may succeed when asked again.
    result.catch(() => responseCache.get(key) === result && responseCache.delete(key))
    const [oldest] = responseCache.keys()
    if (responseCache.size > size && oldest !== undefined) responseCache.delete(oldest)
    return result
  }
}
