import { z } from 'zod'
import { dayOf, plainDayOf, rupeesOf, timeOf } from '#server/platform/text/format.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { defineMail } from '#server/messaging/mail/define-mail.ts'
import { greeting } from '#server/messaging/mail/greeting.ts'

/** Tells a student that the school has granted a price of their own for a batch. */
export const scholarship = defineMail({
  props: z.object({
    name: z.string(),
    courseTitle: z.string().min(1),
    batchType: z.string(),
    /** ISO 8601. */
    startsAt: z.iso.datetime({ offset: true }),
    timeText: z.string(),
    pricePaise: z.int().positive(),
    /** What others pay. */
    offerPaise: z.int().positive(),
    /** The last day in India. */
    validUntil: z.iso.date(),
    payUrl: z.url(),
  }),
  write(props, site) {
    const course = oneLine(props.courseTitle, 90)
    const price = rupeesOf(props.pricePaise)
    const until = plainDayOf(`${props.validUntil}T12:00:00+05:30`)
    return {
      subject: `Your price for ${oneLine(props.courseTitle, 60)}: ${price}`,
      preview: `Instead of ${rupeesOf(props.offerPaise)}, until ${until}.`,
      heading: `You pay ${price}`,
      blocks: [
        {
          kind: 'paragraph',
          text: `${greeting(props.name)} ${site.brand} has granted you a price of your own. It is there when you log in with this e-mail address and pay.`,
        },
        {
          kind: 'facts',
          rows: [
            ['Course', course],
            ['Batch', oneLine(props.batchType)],
            ['First class', `${dayOf(props.startsAt)}, ${timeOf(props.startsAt)}`],
            ['Class hours', oneLine(props.timeText)],
            ['Your price', `${price} instead of ${rupeesOf(props.offerPaise)}`],
            ['Until', until],
          ],
        },
        { kind: 'paragraph', text: 'No seat is held for you. It is yours once you have paid.' },
        { kind: 'action', label: 'Pay and take your seat', url: props.payUrl },
        ...(site.email ? [{ kind: 'note', text: `Any question? Write to ${site.email}.` } as const] : []),
      ],
    }
  },
})
