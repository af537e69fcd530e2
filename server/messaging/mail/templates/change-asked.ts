import { z } from 'zod'
import { oneLine } from '#server/platform/text/one-line.ts'
import { greeting } from '#server/messaging/mail/greeting.ts'
import { defineMail } from '#server/messaging/mail/define-mail.ts'

export const changeAsked = defineMail({
  props: z.object({
    name: z.string(),
    /** Masked. */
    newEmail: z.string().min(1),
    profileUrl: z.url(),
  }),
  write: (props, site) => ({
    subject: `Somebody asked to change the e-mail of your ${site.brand} account`,
    preview: 'Nothing has changed yet.',
    heading: 'Somebody asked to change your e-mail',
    blocks: [
      {
        kind: 'paragraph',
        text: `${greeting(props.name)} somebody who is signed in to your account asked to change its e-mail to ${oneLine(props.newEmail)}. Nothing has changed yet: that address has to confirm it first.`,
      },
      { kind: 'paragraph', text: 'If it was you, there is nothing to do here.' },
      {
        kind: 'paragraph',
        text: 'If it was not you, open your profile now and choose "Log out everywhere". Whoever is signed in is then out at once.',
      },
      { kind: 'action', label: 'Open your profile', url: props.profileUrl },
    ],
  }),
})
