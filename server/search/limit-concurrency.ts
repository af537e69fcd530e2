import { tooMany } from '../errors.ts'

/**
 * Limits work to `atOnce` concurrent calls with a queue of `waiting` calls.
 * @throws HttpError 429 when the queue is full
 */
export function limitConcurrency(atOnce: number, waiting: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const queue: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running < atOnce) running += 1
    else if (queue.length < waiting) await new Promise<void>((go) => queue.push(go))
    else throw tooMany('Many people are searching. Please try again in a moment.', 1)
    try {
      return await work()
    } finally {
      const next = queue.shift()
      // The next call takes over the slot, so `running` does not change.
      if (next) next()
      else running -= 1
    }
  }
}
