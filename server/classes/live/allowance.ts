/** Messages that a person may send at once, and each second after. */
const atOnce = 20
const eachSecond = 2
/** Messages that wait, after which a connection is closed. */
export const flood = 100

/** What one connection may send. */
export class Allowance {
  #left = atOnce
  #at = performance.now()

  /** Counts a message. Returns the milliseconds for which it has to wait. */
  take(): number {
    const now = performance.now()
    this.#left = Math.min(atOnce, this.#left + ((now - this.#at) / 1000) * eachSecond) - 1
    this.#at = now
    return Math.max(0, (-this.#left / eachSecond) * 1000)
  }
}
