import { z } from 'zod'
import { oneLine } from '#server/platform/text/one-line.ts'
import { defineMail } from '#server/messaging/mail/define-mail.ts'
import { greeting } from '#server/messaging/mail/greeting.ts'
import { batchRows, waitedBatch } from '#server/messaging/mail/waitlist-props.ts'

/** Tells a person that an offered seat went on to the next one. */
export const waitlistLapsed = defineMail({
  props: z.object({ ...waitedBatch, joinUrl: z.url() }),
  write(props) {
    return {
      subject: `The seat in ${oneLine(props.courseTitle, 60)} is not held for you any more`,
      preview: 'You can join the waitlist again.',
      heading: 'Your offer has ended',
      blocks: [
        {
          kind: 'paragraph',
          text: `${greeting(props.name)} we held a seat for you, and the time to take it is over. The seat goes to the next person. No money was taken.`,
        },
        { kind: 'facts', rows: batchRows(props) },
        { kind: 'paragraph', text: 'You are not on the waitlist any more. You can join it again at its end.' },
        { kind: 'action', label: 'See the batch', url: props.joinUrl },
      ],
    }
  },
})
