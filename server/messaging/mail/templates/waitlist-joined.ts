import { z } from 'zod'
import { oneLine } from '#server/platform/text/one-line.ts'
import { defineMail } from '#server/messaging/mail/define-mail.ts'
import { greeting } from '#server/messaging/mail/greeting.ts'
import { batchRows, waitedBatch } from '#server/messaging/mail/waitlist-props.ts'

/** Tells a person that they wait for a seat. */
export const waitlistJoined = defineMail({
  props: z.object({ ...waitedBatch, place: z.int().positive(), link: z.url() }),
  write(props) {
    const { place } = props
    return {
      subject: `You are on the waitlist of ${oneLine(props.courseTitle, 60)}`,
      preview: `Your place is ${place}. We write to you when a seat comes free.`,
      heading: `You are number ${place} on the waitlist`,
      blocks: [
        {
          kind: 'paragraph',
          text: `${greeting(props.name)} this batch is full. When a seat comes free, we hold it for the first person who waits and send an e-mail.`,
        },
        { kind: 'facts', rows: [...batchRows(props), ['Your place', String(place)]] },
        { kind: 'paragraph', text: 'Waiting costs nothing. You pay only when you take a seat.' },
        { kind: 'action', label: 'See your place, or leave the waitlist', url: props.link },
        { kind: 'note', text: 'Do not pass this mail on: whoever has the link can take you off the waitlist.' },
      ],
    }
  },
})
