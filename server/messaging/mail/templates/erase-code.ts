import { z } from 'zod'
import { codePattern } from '#contract/rules.ts'
import { greeting } from '#server/messaging/mail/greeting.ts'
import { defineMail } from '#server/messaging/mail/define-mail.ts'

export const eraseCode = defineMail({
  props: z.object({ name: z.string(), code: z.string().regex(codePattern), minutes: z.int().positive() }),
  write: (props, site) => ({
    subject: `${props.code} erases your ${site.brand} account`,
    preview: `It works once, for the next ${props.minutes} minutes.`,
    heading: 'Erase your account',
    blocks: [
      {
        kind: 'paragraph',
        text: `${greeting(props.name)} this code erases your account for good, with your access to every course in it.`,
      },
      { kind: 'code', code: props.code },
      {
        kind: 'paragraph',
        text: `It works once and expires ${props.minutes} minutes after you asked. Until it is entered, nothing is erased.`,
      },
      {
        kind: 'note',
        text: `Did you not ask for it? Then somebody is signed in to your account: log in and choose "Log out everywhere" in your profile. Nobody at ${site.brand} will ever ask you for a code.`,
      },
    ],
  }),
})
