/** Messages that a person may send at once, and each second after. */
const atOnce = 20
const eachSecond = 2
/** Messages beyond it after which a connection is closed. */
const flood = 100

/** What one connection may send. */
export class Allowance {
  #left = atOnce
  #at = performance.now()
  #refused = 0

  /** Counts a message. Returns whether it may be handled. */
  take(): boolean {
    const now = performance.now()
    this.#left = Math.min(atOnce, this.#left + ((now - this.#at) / 1000) * eachSecond)
    this.#at = now
    if (this.#left < 1) {
      this.#refused += 1
      return false
    }
    this.#left -= 1
    return true
  }

  get isFlooded(): boolean {
    return this.#refused >= flood
  }
}
