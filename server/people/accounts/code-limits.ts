import { codeResendSeconds } from '#contract/rules.ts'

const hour = 3600
const day = 24 * hour
const guessesPerNetwork = 5
const guessesPerDay = 30

/** A mail with a code: seconds since it was sent, and whether this or an unknown network requested it. */
export interface Send {
  age: number
  here: boolean
  stranger: boolean
}

/**
 * Seconds until the next mail may be sent. Per network: 60 s apart, 5 an hour, 10 a day. All networks the address never
 * signed in from: 20 a day together; beyond that one an hour per network, up to 60 a day.
 */
export function waitFor(sends: Send[], known: boolean): number {
  const here = sends.filter((sent) => sent.here).map((sent) => sent.age)
  const own = Math.max(untilFewerThan(1, codeResendSeconds, here), untilFewerThan(5, hour, here), untilFewerThan(10, day, here))
  if (known) return own
  const strangers = sends.filter((sent) => sent.stranger).map((sent) => sent.age)
  const asFirst = Math.max(untilFewerThan(1, hour, here), untilFewerThan(60, day, strangers))
  return Math.max(own, Math.min(untilFewerThan(20, day, strangers), asFirst))
}

/** @param ages seconds since each mail was sent, the newest first */
function untilFewerThan(limit: number, window: number, ages: number[]): number {
  const counted = ages.filter((age) => age < window)
  const leaves = counted[limit - 1]
  return leaves === undefined ? 0 : window - leaves
}

export interface Guesses {
  /** Whether this network requested a code of this purpose that may still be valid. */
  own: boolean
  own_here: number
  own_today: number
  here: number
  today: number
}

/** Guesses that a network has left: five of its own, and thirty a day per address. */
export function guessesLeft({ own, own_here, own_today, here, today }: Guesses): number {
  return own
    ? Math.min(guessesPerNetwork - own_here, guessesPerDay - own_today)
    : Math.min(guessesPerNetwork - here, guessesPerDay - today)
}
