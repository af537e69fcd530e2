import { z } from 'zod'
import { oneLine } from '#server/platform/text/one-line.ts'
import { defineMail } from '#server/messaging/mail/define-mail.ts'

export const staffRoleChanged = defineMail({
  props: z.object({ name: z.string(), email: z.string(), from: z.string(), to: z.string(), by: z.string() }),
  write: (props, site) => ({
    subject: `Roles changed in the ${site.brand} console`,
    preview: `${oneLine(props.email)} is now ${props.to}.`,
    heading: 'Roles were changed',
    blocks: [
      {
        kind: 'facts',
        rows: [
          ['Person', `${oneLine(props.name)} (${oneLine(props.email)})`],
          ['Roles before', props.from],
          ['Roles now', props.to],
          ['Changed by', oneLine(props.by)],
        ],
      },
      {
        kind: 'note',
        text: 'Every owner gets this mail. If you do not expect this change, open Staff and Audit in the console.',
      },
    ],
  }),
})
