import { timingSafeEqual } from 'node:crypto'
import { pathTo } from '#contract/pages.ts'
import type { Config } from '#server/config.ts'
import { hmac, keysFor } from '#server/platform/secrets/secrets.ts'

const purpose = 'trial-guest'

/** The key of a guest's link. It is signed and stored nowhere, so that mails written later carry it too. */
export function guestKey(config: Pick<Config, 'authSecrets'>, guestId: number): string {
  return `${guestId}.${hmac(keysFor(config.authSecrets, purpose)[0], String(guestId)).toString('base64url')}`
}

/** The page of a guest's class. The key stays out of the logs of servers. */
export function guestLink(
  config: Pick<Config, 'authSecrets' | 'publicUrl'>,
  guest: { guestId: number; sessionId: number },
): string {
  return `${config.publicUrl}${pathTo('join', guest.sessionId)}#${guestKey(config, guest.guestId)}`
}

/** Returns the guest's id of a key that we signed, else undefined. */
export function readGuestKey(config: Pick<Config, 'authSecrets'>, key: string): number | undefined {
  const [, id, signature] = /^([1-9]\d{0,14})\.([\w-]{43})$/.exec(key) ?? []
  if (id === undefined || signature === undefined) return undefined
  const given = Buffer.from(signature, 'base64url')
  const isOurs = keysFor(config.authSecrets, purpose).some((secret) => {
    const expected = hmac(secret, id)
    return expected.length === given.length && timingSafeEqual(expected, given)
  })
  return isOurs ? Number(id) : undefined
}
