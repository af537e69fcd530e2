import { createStore } from '#ui/store.ts'

interface Request {
  promise: Promise<boolean>
  answer: (done: boolean) => void
}

const store = createStore<Request | null>(null)

/** Asks for the second factor. Calls that need it at the same time share one dialog. */
export function stepUp(): Promise<boolean> {
  const asked = store.read()
  if (asked) return asked.promise
  const { promise, resolve } = Promise.withResolvers<boolean>()
  store.set({
    promise,
    answer(done) {
      store.set(null)
      resolve(done)
    },
  })
  return promise
}

export function useStepUpRequest(): Request | null {
  return store.useValue()
}
