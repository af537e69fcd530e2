interface Limits {
  /** Concurrent calls. */
  atOnce: number
  /** Calls in the queue. */
  waiting: number
  /** Makes the error of a call that finds the queue full. */
  refusal: () => Error
}

/** Limits work to some concurrent calls with a queue. */
export function limitConcurrency({ atOnce, waiting, refusal }: Limits): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const queue: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running < atOnce) running += 1
    else if (queue.length < waiting) await new Promise<void>((go) => queue.push(go))
    else throw refusal()
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
