import { tooMany } from '../errors.ts'

/**
 * Lets `atOnce` pieces of work run at a time and `waiting` wait for them.
 * @throws HttpError 429 when as many wait already
 */
export function takeTurns(atOnce: number, waiting: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
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
      // Whoever waits takes the place over.
      if (next) next()
      else running -= 1
    }
  }
}
