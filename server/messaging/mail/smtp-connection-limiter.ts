/** Limits the connections to a mail server, some of which are kept for mails that somebody waits for with a form open. */
export class SmtpConnectionLimiter {
  readonly #most: number
  readonly #mostOthers: number
  #used = 0
  #urgent: (() => void)[] = []
  #others: (() => void)[] = []

  /** @param most connections at once, of which a quarter is kept for urgent mails */
  constructor(most: number) {
    this.#most = most
    this.#mostOthers = most - Math.floor(most / 4)
  }

  /** Resolves when a connection may be opened. The returned function gives its place back. */
  async enter(isUrgent: boolean): Promise<() => void> {
    if (isUrgent ? this.#used < this.#most : this.#used < this.#mostOthers && this.#urgent.length === 0) this.#used += 1
    else await new Promise<void>((resolve) => (isUrgent ? this.#urgent : this.#others).push(resolve))
    let isLeft = false
    return () => {
      if (isLeft) return
      isLeft = true
      this.#used -= 1
      this.#admit()
    }
  }

  #admit(): void {
    const next = this.#used < this.#most ? this.#urgent.shift() : undefined
    const admitted = next ?? (this.#used < this.#mostOthers ? this.#others.shift() : undefined)
    if (!admitted) return
    this.#used += 1
    admitted()
  }
}
