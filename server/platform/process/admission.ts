interface Limits {
  /** Tasks at once, of which a quarter is kept for urgent ones. */
  atOnce: number
  /** Milliseconds that a task may take with its wait. By default nothing is refused. */
  longestWait?: number
  now?: () => number
}

interface Waiting {
  since: number
  go: () => void
  refuse: () => void
}

/** What waits of urgent tasks, or of the others, and how long the latest of them took on average, in milliseconds. */
interface Queue {
  waiting: Waiting[]
  average: number
}

/** Thrown for a task that would wait for too long. Nothing of it was done. */
export class Busy extends Error {
  /** Seconds until it is worth trying again. */
  readonly seconds: number

  constructor(seconds: number) {
    super('too many wait')
    this.seconds = seconds
  }
}

/** Share of the newest task in the average time. */
const weight = 0.1

/**
 * Lets some tasks run at once. Others wait in turn, urgent ones first. A task that would wait for too long by the average time of the latest
 * of its kind, or does wait for too long, is refused. An urgent one is never refused because of the others.
 */
export class Admission {
  readonly #limits: Required<Limits>
  readonly #mostOthers: number
  readonly #urgent: Queue = { waiting: [], average: 100 }
  readonly #others: Queue = { waiting: [], average: 100 }
  #running = 0
  #timer: NodeJS.Timeout | undefined
  /** Tasks that were refused. */
  refused = 0

  constructor(limits: Limits) {
    this.#limits = { longestWait: Number.POSITIVE_INFINITY, now: () => performance.now(), ...limits }
    this.#mostOthers = limits.atOnce - Math.floor(limits.atOnce / 4)
  }

  get waiting(): number {
    return this.#urgent.waiting.length + this.#others.waiting.length
  }

  /** Waits for the turn of a task. @returns ends the task; more than once does nothing. @throws Busy */
  async enter(isUrgent: boolean): Promise<() => void> {
    const queue = isUrgent ? this.#urgent : this.#others
    if (this.#hasPlace(isUrgent)) this.#running += 1
    else if (this.#isTooLong(isUrgent)) throw this.#busy()
    else await this.#wait(queue)
    const startedAt = this.#limits.now()
    let ended = false
    return () => {
      if (ended) return
      ended = true
      queue.average += weight * (this.#limits.now() - startedAt - queue.average)
      this.#running -= 1
      this.#admit()
    }
  }

  #hasPlace(isUrgent: boolean): boolean {
    if (isUrgent) return this.#running < this.#limits.atOnce
    return this.#running < this.#mostOthers && this.#urgent.waiting.length === 0
  }

  #isTooLong(isUrgent: boolean): boolean {
    const { atOnce, longestWait } = this.#limits
    if (isUrgent) return ((this.#urgent.waiting.length + 1) / atOnce) * this.#urgent.average > longestWait
    // With the time that the task itself takes.
    return ((this.waiting + 1) / this.#mostOthers + 1) * this.#others.average > longestWait
  }

  #wait(queue: Queue): Promise<void> {
    const { longestWait, now } = this.#limits
    return new Promise<void>((go, reject) => {
      queue.waiting.push({ since: now(), go, refuse: () => reject(this.#busy()) })
      if (Number.isFinite(longestWait)) this.#timer ??= setInterval(() => this.#refuseLate(), longestWait / 10).unref()
    })
  }

  #admit(): void {
    const next =
      (this.#hasPlace(true) && this.#urgent.waiting.shift()) ||
      (this.#hasPlace(false) && this.#others.waiting.shift()) ||
      undefined
    if (next) {
      this.#running += 1
      next.go()
    }
    if (this.waiting === 0) this.#stopWatching()
  }

  #refuseLate(): void {
    const { longestWait, now } = this.#limits
    for (const { waiting, average } of [this.#urgent, this.#others]) {
      // The task itself takes time too.
      const oldest = now() - Math.max(longestWait - average, longestWait / 2)
      while (waiting[0] && waiting[0].since < oldest) waiting.shift()?.refuse()
    }
    if (this.waiting === 0) this.#stopWatching()
  }

  #stopWatching(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  /** Spread over some seconds, so that those who were refused do not come back together. */
  #busy(): Busy {
    this.refused += 1
    return new Busy(3 + (this.refused % 4))
  }
}
