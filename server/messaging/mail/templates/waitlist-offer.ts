import { z } from 'zod'
import { momentOf, rupeesOf } from '#server/platform/text/format.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { defineMail } from '#server/messaging/mail/define-mail.ts'
import { greeting } from '#server/messaging/mail/greeting.ts'
import { batchRows, waitedBatch } from '#server/messaging/mail/waitlist-props.ts'

/** Offers a seat to a person who waits. */
export const waitlistOffer = defineMail({
  props: z.object({ ...waitedBatch, until: z.iso.datetime({ offset: true }), pricePaise: z.int().positive(), link: z.url() }),
  write(props, site) {
    const until = momentOf(props.until)
    return {
      subject: `A seat in ${oneLine(props.courseTitle, 60)} is yours until ${until}`,
      preview: 'Pay until then and you are enrolled. After that the seat goes to the next person.',
      heading: 'A seat is free for you',
      blocks: [
        {
          kind: 'paragraph',
          text: `${greeting(props.name)} a seat came free, and you are next on the waitlist. Seat offered to you until ${until}. Nobody else can buy it before then.`,
        },
        { kind: 'facts', rows: [...batchRows(props), ['Total fee', rupeesOf(props.pricePaise)], ['Held until', until]] },
        { kind: 'action', label: 'Take the seat', url: props.link },
        {
          kind: 'paragraph',
          text: 'The page takes you to the payment, where you log in with this e-mail address. You pay the price of that day. If you do not want the seat any more, give it back on the same page, and the next person gets it.',
        },
        { kind: 'note', text: 'Do not pass this mail on: whoever has the link can give your seat back.' },
        ...(site.email ? [{ kind: 'note', text: `Any question? Write to ${site.email}.` } as const] : []),
      ],
    }
  },
})
