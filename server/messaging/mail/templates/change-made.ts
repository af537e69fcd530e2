import { z } from 'zod'
import { oneLine } from '#server/platform/text/one-line.ts'
import { greeting } from '#server/messaging/mail/greeting.ts'
import { defineMail } from '#server/messaging/mail/define-mail.ts'

export const changeMade = defineMail({
  props: z.object({
    name: z.string(),
    /** Masked; absent when the address has not changed. */
    newEmail: z.string().optional(),
    phoneChanged: z.boolean(),
    /** Mails of earlier versions lack it: only the student could change. */
    by: z.enum(['student', 'school']).optional(),
    undoUrl: z.url(),
    days: z.int().positive(),
  }),
  write(props, site) {
    const what = props.newEmail ? (props.phoneChanged ? 'email and phone number' : 'email') : 'phone number'
    const to = props.newEmail ? ` The new address is ${oneLine(props.newEmail)}.` : ''
    const were = props.newEmail && props.phoneChanged ? 'were' : 'was'
    const bySchool = props.by === 'school'
    return {
      subject: `The ${what} of your ${site.brand} account ${were} changed`,
      preview: `If it was not you, you can undo it for ${props.days} days.`,
      heading: `Your ${what} ${were} changed`,
      blocks: [
        {
          kind: 'paragraph',
          text: bySchool
            ? `${greeting(props.name)} we changed the ${what} of your account just now, because you asked us to. Every device was logged out.${to}`
            : `${greeting(props.name)} the ${what} of your account ${were} changed just now, and every other device was logged out.${to}`,
        },
        { kind: 'paragraph', text: `If ${bySchool ? 'you asked for it' : 'it was you'}, there is nothing to do.` },
        {
          kind: 'paragraph',
          text: `If ${bySchool ? 'you did not ask for it' : 'it was not you'}, undo it within ${props.days} days: your details come back, and whoever is signed in is out.`,
        },
        {
          kind: 'action',
          label: bySchool ? 'I did not ask for it: undo the change' : 'It was not me: undo the change',
          url: props.undoUrl,
        },
        { kind: 'note', text: 'The link works once. Do not pass this mail on: whoever has the link can undo the change.' },
      ],
    }
  },
})
