import { useSyncExternalStore } from 'react'

interface Request {
  promise: Promise<boolean>
  answer: (done: boolean) => void
}

let current: Request | null = null
const listeners = new Set<() => void>()

function turn(next: Request | null): void {
  current = next
  for (const listener of listeners) listener()
}

/** Asks for the second factor. Calls that need it at the same time share one dialog. */
export function stepUp(): Promise<boolean> {
  if (current) return current.promise
  const { promise, resolve } = Promise.withResolvers<boolean>()
  turn({
    promise,
    answer(done) {
      turn(null)
      resolve(done)
    },
  })
  return promise
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useStepUpRequest(): Request | null {
  return useSyncExternalStore(subscribe, () => current)
}
