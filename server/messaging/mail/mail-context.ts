import type { MailKind } from '#contract/classes/mail-preferences.ts'
import type { Config } from '#server/config.ts'
import { guestLink } from '#server/platform/auth/guest-key.ts'
import { type UnsubscribeLinks, unsubscribeLinks } from './unsubscribe-link.ts'

/** What a mail knows only when it is sent. */
export interface MailContext {
  now: Date
  publicUrl: string
  unsubscribe(subscription: { userId: number; kind: MailKind }): UnsubscribeLinks
  /** The page of a guest's class, with the key that lets the guest in. */
  guestLink(guest: { guestId: number; sessionId: number }): string
}

export function mailContext(config: Pick<Config, 'authSecrets' | 'publicUrl'>, now: Date): MailContext {
  return {
    now,
    publicUrl: config.publicUrl,
    unsubscribe: (subscription) => unsubscribeLinks(config, subscription),
    guestLink: (guest) => guestLink(config, guest),
  }
}
