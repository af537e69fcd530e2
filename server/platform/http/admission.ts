/** `begun` continues what its caller has begun, such as a payment. It goes before calls that begin something. */
export type Turn = 'begun' | 'new'

interface Waiting {
  since: number
  go: () => void
  refuse: () => void
}

interface Limits {
  /** Calls at once. */
  atOnce: number
  /** Milliseconds that a call may wait for its answer. */
  longestWait: number
  now?: () => number
}

/** Thrown for a call that would wait for too long. Nothing of it was done. */
export class Busy extends Error {
  /** Seconds until it is worth trying again. */
  readonly seconds: number

  constructor(seconds: number) {
    super('too many calls wait')
    this.seconds = seconds
  }
}

/** Share of the newest call in the average time of a call. */
const weight = 0.1

/**
 * Lets some calls run at once. Others wait in turn, those of `begun` first. A call that would wait for too long by the average
 * time of the latest calls, or does wait for too long, is refused.
 */
export class Admission {
  readonly #limits: Required<Limits>
  readonly #waiting: Record<Turn, Waiting[]> = { begun: [], new: [] }
  #running = 0
  /** Milliseconds. */
  #average = 100
  #timer: NodeJS.Timeout | undefined
  /** Calls that were refused. */
  refused = 0

  constructor(limits: Limits) {
    this.#limits = { now: () => performance.now(), ...limits }
  }

  get waiting(): number {
    return this.#waiting.begun.length + this.#waiting.new.length
  }

  /** Waits for the turn of a call. @returns ends the call; more than once does nothing. @throws Busy */
  async enter(turn: Turn): Promise<() => void> {
    const { atOnce, longestWait, now } = this.#limits
    if (this.#running < atOnce) this.#running += 1
    else {
      const before = turn === 'begun' ? this.#waiting.begun.length : this.waiting
      // With the time that the call itself takes.
      if (((before + 1) / atOnce + 1) * this.#average > longestWait) throw this.#busy()
      await new Promise<void>((go, reject) => {
        this.#waiting[turn].push({ since: now(), go, refuse: () => reject(this.#busy()) })
        this.#timer ??= setInterval(() => this.#refuseLate(), longestWait / 10).unref()
      })
    }
    const startedAt = now()
    let ended = false
    return () => {
      if (ended) return
      ended = true
      this.#average += weight * (now() - startedAt - this.#average)
      this.#next()
    }
  }

  /** The next call takes over the place, so `#running` does not change. */
  #next(): void {
    const next = this.#waiting.begun.shift() ?? this.#waiting.new.shift()
    if (next) next.go()
    else this.#running -= 1
    if (this.waiting === 0) this.#stopWatching()
  }

  #refuseLate(): void {
    // The call itself takes time too.
    const oldest = this.#limits.now() - Math.max(this.#limits.longestWait - this.#average, this.#limits.longestWait / 2)
    for (const queue of Object.values(this.#waiting)) {
      while (queue[0] && queue[0].since < oldest) queue.shift()?.refuse()
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
