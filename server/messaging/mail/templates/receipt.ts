import { z } from 'zod'
import { dayOf, rupeesOf, timeOf } from '#server/platform/text/format.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { greeting } from '#server/messaging/mail/greeting.ts'
import { defineMail } from '#server/messaging/mail/define-mail.ts'
import { offlinePayment, offlineText } from '#server/messaging/mail/offline-text.ts'

export const receipt = defineMail({
  props: z.object({
    name: z.string(),
    serial: z.string().min(1),
    courseTitle: z.string().min(1),
    batchType: z.string(),
    /** ISO 8601. */
    startsAt: z.iso.datetime({ offset: true }),
    timeText: z.string(),
    amountPaise: z.int().positive(),
    paymentId: z.string().min(1),
    /** How the school received it without the provider. */
    offline: offlinePayment.nullable().optional(),
    roomUrl: z.url(),
    /** The receipt whose PDF is attached. */
    receiptId: z.int().optional(),
  }),
  write(props, site, { now }) {
    const hasBegun = Date.parse(props.startsAt) <= now.getTime()
    const amount = rupeesOf(props.amountPaise)
    const day = dayOf(props.startsAt)
    return {
      subject: `Receipt ${props.serial}: ${oneLine(props.courseTitle, 90)}`,
      preview: `${amount} received. ${hasBegun ? 'Your room is open.' : `Your first class is on ${day}.`}`,
      heading: 'Payment received, seat confirmed',
      blocks: [
        {
          kind: 'paragraph',
          text: `${greeting(props.name)} thank you. You are enrolled, and this is your receipt${props.receiptId ? ', attached as a PDF' : ''}.`,
        },
        {
          kind: 'facts',
          rows: [
            ['Amount paid', amount],
            ['Course', oneLine(props.courseTitle)],
            ['Batch', oneLine(props.batchType)],
            [hasBegun ? 'Began' : 'First class', `${day}, ${timeOf(props.startsAt)}`],
            ['Class hours', oneLine(props.timeText)],
            ['Receipt number', props.serial],
            ['Payment ID', props.paymentId],
            ...(props.offline ? [['Paid by', offlineText(props.offline)] as const] : []),
            ['Paid to', site.legal_name],
            ...(site.gstin ? [['GSTIN', site.gstin] as const] : []),
          ],
        },
        {
          kind: 'steps',
          title: 'What happens next',
          items: [
            'Your room for this course is open now: schedule, curriculum and receipt are in it.',
            'The button to join a class opens there 15 minutes before it starts.',
            ...(site.email ? [`Any question before then: write to ${site.email}.`] : []),
          ],
        },
        { kind: 'action', label: 'Open your room', url: props.roomUrl },
      ],
    }
  },
})
