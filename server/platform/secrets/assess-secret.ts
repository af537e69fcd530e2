import { deflateRawSync } from 'node:zlib'

const fewestCharacters = 6
/** Minimum bytes of a secret without repetitions, as a share of its required length. */
const leastInformation = 0.6

/**
 * Returns why a secret is too weak to sign with, or undefined if it is strong enough. A long secret can still be guessable,
 * such as one word repeated four times.
 */
export function assessSecret(secret: string, leastLength: number): string | undefined {
  if (secret.length < leastLength) return `needs at least ${leastLength} characters`
  const distinct = new Set(secret).size
  const compressed = deflateRawSync(secret, { level: 9 }).length
  const repeats = distinct < fewestCharacters || compressed < leastLength * leastInformation
  if (repeats || isMostlyOrdered(secret) || isMostlyWords(secret) || /^\d+$/.test(secret)) {
    return 'is too easy to guess; make one with: openssl rand -base64 48'
  }
  return undefined
}

/** Whether most characters are consecutive, as in `abcdef` or `543210`. */
function isMostlyOrdered(secret: string): boolean {
  let ordered = 0
  for (let at = 1; at < secret.length; at += 1) {
    if (Math.abs(secret.charCodeAt(at) - secret.charCodeAt(at - 1)) <= 1) ordered += 1
  }
  return ordered > secret.length / 2
}

/** Whether a secret is typed text: it has a space or mostly runs of lower-case letters, which random text rarely has. */
function isMostlyWords(secret: string): boolean {
  if (/\s/.test(secret)) return true
  if (/^[\da-f]+$/i.test(secret)) return false
  const inRuns = secret
    .split(/[^a-z]/)
    .filter((run) => run.length >= 4)
    .join('').length
  return inRuns > secret.length * 0.6
}
