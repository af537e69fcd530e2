import { z } from 'zod'
import { rupeesOf } from '#server/platform/text/format.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { defineMail } from '#server/messaging/mail/define-mail.ts'

const asked = { refund: 'Refund request', transfer: 'Batch transfer request' } as const

/** For the school. The student's text is shown as text; an operator decides by the number. */
export const requestReceived = defineMail({
  props: z.object({
    id: z.int(),
    kind: z.enum(['refund', 'transfer']),
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    courseTitle: z.string().min(1),
    batch: z.string(),
    toBatch: z.string().nullable(),
    amountPaise: z.int().nonnegative(),
    paymentId: z.string(),
    reason: z.string(),
  }),
  write(props) {
    const heading = asked[props.kind]
    return {
      subject: `${heading} no. ${props.id}: ${oneLine(props.name, 60)}`,
      preview: `${oneLine(props.courseTitle)}, ${rupeesOf(props.amountPaise)}`,
      heading,
      blocks: [
        {
          kind: 'facts',
          rows: [
            ['Name', oneLine(props.name)],
            ['E-mail', props.email],
            ...(props.phone ? [['Phone', props.phone] as const] : []),
            ['Course', oneLine(props.courseTitle)],
            ['Batch', oneLine(props.batch)],
            ...(props.toBatch ? [['Wants to move to', oneLine(props.toBatch)] as const] : []),
            ['Paid', rupeesOf(props.amountPaise)],
            ['Payment ID', props.paymentId],
          ],
        },
        { kind: 'quote', title: 'Reason', text: props.reason },
        {
          kind: 'note',
          text: `Decide with: npm run payments -- approve ${props.id}, or: npm run payments -- decline ${props.id} REASON. The student gets your decision by mail.`,
        },
      ],
    }
  },
})
