import { z } from 'zod'
import { oneLine } from '#server/platform/text/one-line.ts'
import { defineMail } from '#server/messaging/mail/define-mail.ts'
import { greeting } from '#server/messaging/mail/greeting.ts'

export const staffNewDevice = defineMail({
  props: z.object({ name: z.string(), email: z.string(), device: z.string(), network: z.string(), own: z.boolean() }),
  write: (props, site) => {
    const who = props.own ? 'you' : `${oneLine(props.name)} (${oneLine(props.email)})`
    const text = props.own
      ? `${greeting(props.name)} your account signed in to the console from a device or network that you have not used before.`
      : `${who} signed in to the console from a device or network that they have not used before.`
    return {
      subject: `New device in the ${site.brand} console`,
      preview: `${props.device}, network ${props.network}`,
      heading: 'A new device signed in',
      blocks: [
        { kind: 'paragraph', text },
        {
          kind: 'facts',
          rows: [
            ['Account', props.email],
            ['Device', props.device],
            ['Network', props.network],
          ],
        },
        {
          kind: 'note',
          text: props.own
            ? 'If it was not you, end the session under Your account in the console, and tell an owner of the school.'
            : 'If it was not them, disable the account under Staff in the console.',
        },
      ],
    }
  },
})
