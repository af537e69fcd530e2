import { z } from 'zod'
import { defineMail } from '#server/messaging/mail/define-mail.ts'
import { greeting } from '#server/messaging/mail/greeting.ts'

const sentences = {
  passkey_added: 'a passkey was added to your account.',
  passkey_removed: 'a passkey was removed from your account.',
  totp_changed: 'the authenticator app of your account was changed.',
  recovery_codes_renewed: 'the recovery codes of your account were replaced. The old ones no longer work.',
} as const

export const staffFactorChanged = defineMail({
  props: z.object({
    name: z.string(),
    change: z.enum(['passkey_added', 'passkey_removed', 'totp_changed', 'recovery_codes_renewed']),
  }),
  write: (props, site) => ({
    subject: `Your second factor in the ${site.brand} console was changed`,
    preview: 'If it was not you, tell an owner of the school at once.',
    heading: 'Your second factor was changed',
    blocks: [
      { kind: 'paragraph', text: `${greeting(props.name)} ${sentences[props.change]}` },
      { kind: 'paragraph', text: 'If it was you, there is nothing to do.' },
      {
        kind: 'note',
        text: 'If it was not you, tell an owner of the school at once. An owner can disable or reset your account.',
      },
    ],
  }),
})
