import type { MailKind } from '#contract/mail-preferences.ts'
import type { Config } from '../config.ts'
import { type UnsubscribeLinks, unsubscribeLinks } from './unsubscribe-link.ts'

/** What a mail knows only when it is sent. */
export interface MailContext {
  now: Date
  unsubscribe(subscription: { userId: number; kind: MailKind }): UnsubscribeLinks
}

export function mailContext(config: Pick<Config, 'authSecrets' | 'publicUrl'>, now: Date): MailContext {
  return { now, unsubscribe: (subscription) => unsubscribeLinks(config, subscription) }
}
