import { z } from 'zod'
import { dayOf, rupeesOf, timeOf } from '#server/platform/text/format.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { defineMail } from '#server/messaging/mail/define-mail.ts'
import { greeting } from '#server/messaging/mail/greeting.ts'

/** A secret link at which one person pays for a batch. */
export const paymentLink = defineMail({
  props: z.object({
    /** Null for somebody without an account. */
    name: z.string().nullable(),
    courseTitle: z.string().min(1),
    batchType: z.string(),
    /** ISO 8601. */
    startsAt: z.iso.datetime({ offset: true }),
    timeText: z.string(),
    /** Null for the usual price. */
    pricePaise: z.int().positive().nullable(),
    /** What others pay. */
    offerPaise: z.int().positive(),
    /** ISO 8601. */
    expiresAt: z.iso.datetime({ offset: true }),
    payUrl: z.url(),
  }),
  write(props, site) {
    const { pricePaise, offerPaise } = props
    const isLower = pricePaise !== null && pricePaise < offerPaise
    const price = rupeesOf(isLower ? pricePaise : offerPaise)
    const until = `${dayOf(props.expiresAt)}, ${timeOf(props.expiresAt)}`
    return {
      subject: `Your link to pay for ${oneLine(props.courseTitle, 60)}`,
      preview: `${price}, until ${until}.`,
      heading: 'Pay and take your seat',
      blocks: [
        {
          kind: 'paragraph',
          text: `${props.name === null ? 'Hello,' : greeting(props.name)} ${site.brand} has made this link for you. It works once, and only for you: log in or register with this e-mail address.`,
        },
        {
          kind: 'facts',
          rows: [
            ['Course', oneLine(props.courseTitle, 90)],
            ['Batch', oneLine(props.batchType)],
            ['First class', `${dayOf(props.startsAt)}, ${timeOf(props.startsAt)}`],
            ['Class hours', oneLine(props.timeText)],
            ['You pay', isLower ? `${price} instead of ${rupeesOf(offerPaise)}` : price],
            ['Until', until],
          ],
        },
        { kind: 'paragraph', text: 'No seat is held for you. It is yours once you have paid.' },
        { kind: 'action', label: 'Open the payment page', url: props.payUrl },
        ...(site.email ? [{ kind: 'note', text: `Any question? Write to ${site.email}.` } as const] : []),
      ],
    }
  },
})
