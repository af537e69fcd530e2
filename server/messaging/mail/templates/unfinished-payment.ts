import { z } from 'zod'
import { dayOf, timeOf } from '#server/platform/text/format.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { defineMail } from '#server/messaging/mail/define-mail.ts'
import { greeting } from '#server/messaging/mail/greeting.ts'

/** Says once that a payment was begun and not finished. It has no price, so it can't be an offer. */
export const unfinishedPayment = defineMail({
  props: z.object({
    name: z.string(),
    courseTitle: z.string().min(1),
    batchType: z.string(),
    /** ISO 8601. */
    startsAt: z.iso.datetime({ offset: true }),
    timeText: z.string(),
    payUrl: z.url(),
    userId: z.int(),
  }),
  write(props, site, { unsubscribe }) {
    const links = unsubscribe({ userId: props.userId, kind: 'unfinished' })
    return {
      subject: `Your payment for ${oneLine(props.courseTitle, 60)} is not finished`,
      preview: `The batch starts on ${dayOf(props.startsAt)}.`,
      heading: 'Your payment is not finished',
      blocks: [
        {
          kind: 'paragraph',
          text: `${greeting(props.name)} you chose this batch and did not finish the payment. Nothing was charged.`,
        },
        {
          kind: 'facts',
          rows: [
            ['Course', oneLine(props.courseTitle, 90)],
            ['Batch', oneLine(props.batchType)],
            ['First class', `${dayOf(props.startsAt)}, ${timeOf(props.startsAt)}`],
            ['Class hours', oneLine(props.timeText)],
          ],
        },
        { kind: 'paragraph', text: 'No seat is held for you any more. It is yours once you have paid.' },
        { kind: 'action', label: 'Go on with the payment', url: props.payUrl },
        ...(site.email ? [{ kind: 'note', text: `Did something not work? Write to ${site.email}.` } as const] : []),
        {
          kind: 'note',
          text: `You asked for this mail, and it comes once for a batch. Switch it off: ${links.page}`,
          hasLinks: true,
        },
      ],
      unsubscribe: links.oneClick,
    }
  },
})
