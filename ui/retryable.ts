export interface Retryable<Value> {
  /** Never rejects: the promise is pending until an attempt succeeds. The first call starts loading. */
  value: () => Promise<Value>
  /** The value, when an attempt has succeeded. */
  loaded: () => Value | undefined
  again: () => void
  hasFailed: () => boolean
  subscribe: (listener: () => void) => () => void
}

/** Wraps a loader that can be retried after a failure. */
export function retryable<Value>(load: () => Promise<Value>): Retryable<Value> {
  let resolve: (value: Value) => void
  const promise = new Promise<Value>((settle) => {
    resolve = settle
  })
  const listeners = new Set<() => void>()
  let found: Value | undefined
  let state: 'unasked' | 'loading' | 'failed' | 'loaded' = 'unasked'
  const turn = (next: typeof state) => {
    state = next
    for (const listener of listeners) listener()
  }
  const attempt = () => {
    turn('loading')
    load().then(
      (value) => {
        found = value
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
    loaded: () => found,
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
