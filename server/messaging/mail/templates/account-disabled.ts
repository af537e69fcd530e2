import { z } from 'zod'
import { defineMail } from '#server/messaging/mail/define-mail.ts'

/** Answers a sign-in to an account that the school has disabled. */
export const accountDisabled = defineMail({
  props: z.strictObject({}),
  write: (_props, site) => ({
    subject: `Your ${site.brand} account is disabled`,
    preview: 'You can not log in at the moment.',
    heading: 'Your account is disabled',
    blocks: [
      {
        kind: 'paragraph',
        text: `Somebody asked to log in to ${site.brand} with this e-mail address. We have disabled its account, so no code was sent.`,
      },
      {
        kind: 'paragraph',
        text: site.email
          ? `Please write to ${site.email}, and we will tell you why.`
          : 'Please write to us, and we will tell you why.',
      },
    ],
  }),
})
