/** Keeps the last `size` results of slow work by key, and runs that work one at a time. */
export function memoise<T>(size: number): (key: string, work: () => Promise<T>) => Promise<T> {
  const kept = new Map<string, Promise<T>>()
  let queue: Promise<unknown> = Promise.resolve()
  return (key, work) => {
    const known = kept.get(key)
    if (known) {
      kept.delete(key)
      kept.set(key, known)
      return known
    }
    const result = queue.then(work)
    queue = result.catch(() => undefined)
    kept.set(key, result)
    // What failed may succeed when asked again.
    result.catch(() => kept.get(key) === result && kept.delete(key))
    const [oldest] = kept.keys()
    if (kept.size > size && oldest !== undefined) kept.delete(oldest)
    return result
  }
}
