import { z } from 'zod'
import { defineMail } from '#server/messaging/mail/define-mail.ts'

export const noStaffAccount = defineMail({
  props: z.object({}),
  write: (_props, site) => ({
    subject: `No staff account of ${site.brand} has this address`,
    preview: 'Somebody tried to sign in to the console with it.',
    heading: 'This address has no staff account',
    blocks: [
      {
        kind: 'paragraph',
        text: `Somebody asked to sign in to the console of ${site.brand} with this e-mail address. The console is for people who work for the school, and this address has no account there.`,
      },
      {
        kind: 'note',
        text: 'If it was not you, you do not have to do anything. If you work for the school, ask an owner for an invitation.',
      },
    ],
  }),
})
