import { useSyncExternalStore } from 'react'

/** A value outside of the components, which they follow. While a page is rendered on the server it is the first one. */
export function createStore<Value>(initial: Value) {
  let current = initial
  const listeners = new Set<() => void>()
  const read = () => current
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    read,
    set(next: Value): void {
      current = next
      for (const listener of listeners) listener()
    },
    useValue: (): Value => useSyncExternalStore(subscribe, read, () => initial),
  }
}
