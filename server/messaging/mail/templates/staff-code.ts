import { z } from 'zod'
import { codePattern } from '#contract/rules.ts'
import { defineMail } from '#server/messaging/mail/define-mail.ts'
import { greeting } from '#server/messaging/mail/greeting.ts'

export const staffCode = defineMail({
  props: z.object({ name: z.string(), code: z.string().regex(codePattern), minutes: z.int().positive() }),
  write: (props, site) => ({
    subject: `${props.code} is your code for the ${site.brand} console`,
    preview: `It works once, for the next ${props.minutes} minutes, together with your second factor.`,
    heading: 'Your code for the console',
    blocks: [
      { kind: 'paragraph', text: `${greeting(props.name)} enter this code on the page where you asked for it.` },
      { kind: 'code', code: props.code },
      {
        kind: 'paragraph',
        text: `It works once, together with your second factor, and expires ${props.minutes} minutes after you asked. A newer code replaces it.`,
      },
      {
        kind: 'note',
        text: 'Did you not ask for it? Then somebody knows your address. Nobody can sign in with the code alone. Please tell an owner of the school.',
      },
    ],
  }),
})
