import { z } from 'zod'
import { defineMail } from '#server/messaging/mail/define-mail.ts'
import { greeting } from '#server/messaging/mail/greeting.ts'

export const staffInvitation = defineMail({
  props: z.object({ name: z.string(), role: z.string(), link: z.url(), hours: z.int().positive() }),
  write: (props, site) => ({
    subject: `Your invitation to the ${site.brand} console`,
    preview: `Set up your second factor within ${props.hours} hours.`,
    heading: 'You are invited to the console',
    blocks: [
      {
        kind: 'paragraph',
        text: `${greeting(props.name)} you can now work in the console of ${site.brand}. Your role: ${props.role}.`,
      },
      {
        kind: 'steps',
        title: 'What you need',
        items: [
          'An authenticator app on your phone, or a device with a passkey',
          'Two minutes, and a place to keep ten recovery codes',
        ],
      },
      { kind: 'action', label: 'Accept the invitation', url: props.link },
      {
        kind: 'note',
        text: `The link works once and for ${props.hours} hours. Do not pass this mail on: whoever has the link gets the account.`,
      },
    ],
  }),
})
