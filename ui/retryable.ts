export interface Retryable<Value> {
  /** Never fails: who waits for it stands still until an attempt succeeds. Asking for it makes the first one. */
  value: () => Promise<Value>
  again: () => void
  hasFailed: () => boolean
  subscribe: (listener: () => void) => () => void
}

/** Something that may have to be loaded more than once before it is there. */
export function retryable<Value>(load: () => Promise<Value>): Retryable<Value> {
  let resolve: (value: Value) => void
  const promise = new Promise<Value>((settle) => {
    resolve = settle
  })
  const listeners = new Set<() => void>()
  let state: 'unasked' | 'loading' | 'failed' | 'loaded' = 'unasked'
  const turn = (next: typeof state) => {
    state = next
    for (const listener of listeners) listener()
  }
  const attempt = () => {
    turn('loading')
    load().then(
      (value) => {
        resolve(value)
        turn('loaded')
      },
      () => turn('failed'),
    )
  }
  return {
    value() {
      if (state === 'unasked') attempt()
      return promise
    },
    again() {
      if (state === 'failed') attempt()
    },
    hasFailed: () => state === 'failed',
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
