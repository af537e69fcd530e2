import { z } from 'zod'
import { codePattern } from '#contract/rules.ts'
import { greeting } from '#server/messaging/mail/greeting.ts'
import { defineMail } from '#server/messaging/mail/define-mail.ts'

export const signInCode = defineMail({
  props: z.object({ name: z.string(), code: z.string().regex(codePattern), minutes: z.int().positive() }),
  write: (props, site) => ({
    subject: `${props.code} is your ${site.brand} code`,
    preview: `It works once, for the next ${props.minutes} minutes.`,
    heading: 'Your code',
    blocks: [
      { kind: 'paragraph', text: `${greeting(props.name)} enter this code on the page where you asked for it.` },
      { kind: 'code', code: props.code },
      {
        kind: 'paragraph',
        text: `It works once and expires ${props.minutes} minutes after you asked. A newer code replaces it.`,
      },
      {
        kind: 'note',
        text: `Did you not ask for it? Then nothing has happened, and you can delete this mail. Nobody at ${site.brand} will ever ask you for a code.`,
      },
    ],
  }),
})
