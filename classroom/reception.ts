import { stepsBetween } from './rtp.ts'

/** Sequence numbers that a stream may skip and still be the same stream. */
const largestGap = 500

/** What arrived of a stream, as its sender is told (RFC 3550, A.3, A.7 and A.8). */
export class Reception {
  readonly #clockRate: number
  #first: number | undefined
  #highest = 0
  #received = 0
  #before = { expected: 0, received: 0 }
  #jitter = 0
  #transit: number | undefined
  #report: { middle: number; at: number } | undefined

  /** @param clockRate ticks a second */
  constructor(clockRate: number) {
    this.#clockRate = clockRate
  }

  /** Counts a packet. Returns the sequence numbers that it skipped. @param now milliseconds */
  note(sequence: number, timestamp: number, now: number): number[] {
    this.#received += 1
    this.#noteJitter(timestamp, now)
    if (this.#first === undefined) {
      this.#first = this.#highest = sequence
      return []
    }
    const steps = stepsBetween(this.#highest & 0xffff, sequence)
    if (steps <= 0) return []
    const skipped =
      steps > largestGap ? [] : Array.from({ length: steps - 1 }, (_, index) => (this.#highest + 1 + index) & 0xffff)
    this.#highest += steps
    return skipped
  }

  #noteJitter(timestamp: number, now: number): void {
    const transit = (now / 1000) * this.#clockRate - timestamp
    const change = Math.abs(transit - (this.#transit ?? transit))
    this.#transit = transit
    // The clock of a stream wraps, and that is no jitter.
    if (change < this.#clockRate * 10) this.#jitter += (change - this.#jitter) / 16
  }

  /** @param now milliseconds */
  noteSenderReport(ntpHigh: number, ntpLow: number, now: number): void {
    this.#report = { middle: (((ntpHigh & 0xffff) << 16) | (ntpLow >>> 16)) >>> 0, at: now }
  }

  /** Returns what arrived since the last call. @param now milliseconds */
  takeReport(now: number) {
    const expected = this.#first === undefined ? 0 : this.#highest - this.#first + 1
    const [expectedNow, receivedNow] = [expected - this.#before.expected, this.#received - this.#before.received]
    this.#before = { expected, received: this.#received }
    return {
      lost: expectedNow <= 0 ? 0 : Math.max(0, (expectedNow - receivedNow) / expectedNow),
      lostInAll: expected - this.#received,
      highest: this.#highest,
      jitter: this.#jitter,
      lastReport: this.#report?.middle ?? 0,
      delay: this.#report ? ((now - this.#report.at) / 1000) * 65_536 : 0,
    }
  }
}
