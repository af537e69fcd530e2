import { z } from 'zod'
import { codePattern } from '#contract/rules.ts'
import { greeting } from '#server/messaging/mail/greeting.ts'
import { defineMail } from '#server/messaging/mail/define-mail.ts'

export const changeCode = defineMail({
  props: z.object({ name: z.string(), code: z.string().regex(codePattern), minutes: z.int().positive() }),
  write: (props, site) => ({
    subject: `${props.code} confirms your new ${site.brand} details`,
    preview: `It works once, for the next ${props.minutes} minutes.`,
    heading: 'Confirm your new details',
    blocks: [
      { kind: 'paragraph', text: `${greeting(props.name)} enter this code on the page where you asked for the change.` },
      { kind: 'code', code: props.code },
      {
        kind: 'paragraph',
        text: `It works once and expires ${props.minutes} minutes after you asked. Until it is entered, nothing changes.`,
      },
      {
        kind: 'note',
        text: `Did you not ask for it? Then do not pass it on: with it, somebody could use this address for their own account. Nobody at ${site.brand} will ever ask you for a code.`,
      },
    ],
  }),
})
