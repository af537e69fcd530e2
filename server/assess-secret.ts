import { deflateRawSync } from 'node:zlib'

const fewestCharacters = 6
/** Bytes that remain of a secret once repetitions are gone, as a share of the length it must have. */
const leastInformation = 0.6

/**
 * Why a secret is too weak to sign with, or undefined for one that will do. Length alone says little: one word written four times,
 * or the digits in order, can be guessed.
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

/** Whether most characters follow the one before them, as in `abcdef` or `543210`. */
function isMostlyOrdered(secret: string): boolean {
  let ordered = 0
  for (let at = 1; at < secret.length; at += 1) {
    if (Math.abs(secret.charCodeAt(at) - secret.charCodeAt(at - 1)) <= 1) ordered += 1
  }
  return ordered > secret.length / 2
}

/** Whether it is made of what people type: a space, or mostly runs of small letters, which drawn characters rarely form. */
function isMostlyWords(secret: string): boolean {
  if (/\s/.test(secret)) return true
  if (/^[\da-f]+$/i.test(secret)) return false
  const inRuns = secret.split(/[^a-z]/).filter((run) => run.length >= 4).join('').length
  return inRuns > secret.length * 0.6
}
