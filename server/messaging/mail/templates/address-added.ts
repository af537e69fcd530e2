import { z } from 'zod'
import { greeting } from '#server/messaging/mail/greeting.ts'
import { defineMail } from '#server/messaging/mail/define-mail.ts'

/** Goes to the address that the school has given an account, whose holder has not entered a code there. */
export const addressAdded = defineMail({
  props: z.object({ name: z.string(), loginUrl: z.url() }),
  write: ({ name, loginUrl }, site) => ({
    subject: `Your ${site.brand} account has this e-mail address now`,
    preview: 'Log in with this address from now on.',
    heading: 'This is your new address',
    blocks: [
      {
        kind: 'paragraph',
        text: `${greeting(name)} we changed the e-mail address of your account to this one, because you asked us to. Log in with it from now on: we send a code here.`,
      },
      { kind: 'action', label: 'Log in', url: loginUrl },
      {
        kind: 'note',
        text: `If you have no account with ${site.brand}, somebody gave us this address by mistake.${site.email ? ` Please write to ${site.email}.` : ' Please tell us.'}`,
      },
    ],
  }),
})
