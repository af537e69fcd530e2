import { timingSafeEqual } from 'node:crypto'
import type { Deps } from '../deps.ts'
import { hmac, keysFor } from '../secrets.ts'

type Signing = Pick<Deps, 'config' | 'clock'>

const hour = 3600
/** Whole hours a link lasts at least; it ends on the hour, so that a list read again names the same address. */
const lasting = 4
const ownPath = /^\/?media\/recordings\/((?:\w[\w.-]*\/)*\w[\w.-]*)$/

/** Where a browser fetches what is stored as `path`: a link that expires for our own, any other address as it is. */
export function recordingLink({ config, clock }: Signing, path: string): string {
  if (/^https?:\/\//i.test(path)) return path
  const file = ownPath.exec(path)?.[1]
  if (!file) return `${config.imageBaseUrl}/${path.replace(/^\/+/, '')}`
  const expires = (Math.floor(clock().getTime() / 1000 / hour) + lasting + 1) * hour
  const signature = sign(keysFor(config.authSecrets, 'recording')[0], file, expires).toString('base64url')
  return `/media/recordings/${file}?expires=${expires}&signature=${signature}`
}

/** Whether such a link was made by us, for this file, and still lasts. */
export function isRecordingLink(
  { config, clock }: Signing,
  file: string,
  given: { expires: unknown; signature: unknown },
): boolean {
  if (typeof given.expires !== 'string' || typeof given.signature !== 'string' || !/^\d{10}$/.test(given.expires)) return false
  const expires = Number(given.expires)
  const signature = Buffer.from(given.signature, 'base64url')
  const genuine = keysFor(config.authSecrets, 'recording').some((key) => {
    const expected = sign(key, file, expires)
    return expected.length === signature.length && timingSafeEqual(expected, signature)
  })
  return genuine && clock().getTime() / 1000 < expires
}

function sign(key: Buffer, file: string, expires: number): Buffer {
  return hmac(key, `${file}\n${expires}`)
}
