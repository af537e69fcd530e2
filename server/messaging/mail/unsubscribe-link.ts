import { timingSafeEqual } from 'node:crypto'
import { type MailKind, mailKinds } from '#contract/classes/mail-preferences.ts'
import { pathTo } from '#contract/pages.ts'
import type { Config } from '#server/config.ts'
import { hmac, keysFor } from '#server/platform/secrets/secrets.ts'

interface Subscription {
  userId: number
  kind: MailKind
}

/** The links of one mail that switch its kind off. */
export interface UnsubscribeLinks {
  /** A page that asks first, because mail programs open links as well. */
  page: string
  /** For `List-Unsubscribe` with one click (RFC 8058): a POST switches off. */
  oneClick: string
}

const purpose = 'unsubscribe'
/** Bytes of the signature. */
const signatureLength = 16

const signed = (key: Buffer, { userId, kind }: Subscription) => hmac(key, `${kind}.${userId}`).subarray(0, signatureLength)

/** Such a link never expires: a mail may be old, and the link can do nothing but this. */
export function unsubscribeLinks(
  config: Pick<Config, 'authSecrets' | 'publicUrl'>,
  subscription: Subscription,
): UnsubscribeLinks {
  const [key] = keysFor(config.authSecrets, purpose)
  const token = `${subscription.kind}.${subscription.userId}.${signed(key, subscription).toString('base64url')}`
  return {
    // The token stays out of the logs of servers.
    page: `${config.publicUrl}${pathTo('unsubscribe')}#${token}`,
    oneClick: `${config.publicUrl}/api/unsubscribe/${token}/`,
  }
}

/** Returns what a token switches; undefined for a text that we did not sign. */
export function readUnsubscribeToken(config: Pick<Config, 'authSecrets'>, token: string): Subscription | undefined {
  const [kind = '', id = '', signature = ''] = token.split('.')
  if (!Object.hasOwn(mailKinds, kind)) return undefined
  const subscription = { kind: kind as MailKind, userId: Number(id) }
  const given = Buffer.from(signature, 'base64url')
  const isOurs = keysFor(config.authSecrets, purpose).some((key) => {
    const expected = signed(key, subscription)
    return expected.length === given.length && timingSafeEqual(expected, given)
  })
  return isOurs ? subscription : undefined
}
