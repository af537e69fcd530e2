import { z } from 'zod'
import { defineMail } from '#server/messaging/mail/define-mail.ts'

export const noAccountYet = defineMail({
  props: z.object({ registerUrl: z.url() }),
  write: (props, site) => ({
    subject: `No ${site.brand} account with this address yet`,
    preview: 'Somebody tried to log in with it. Here is how to register.',
    heading: 'There is no account here yet',
    blocks: [
      {
        kind: 'paragraph',
        text: `Somebody asked to log in to ${site.brand} with this e-mail address, and no account has it. If that was you, you may have used another address, or you can create a free account now.`,
      },
      { kind: 'action', label: 'Create a free account', url: props.registerUrl },
      {
        kind: 'note',
        text: 'If it was not you, you do not have to do anything. No account was created, and no details were stored.',
      },
    ],
  }),
})
