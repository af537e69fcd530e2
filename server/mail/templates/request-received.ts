import { rupeesOf } from '../../format.ts'
import { oneLine } from '../../one-line.ts'
import type { MailContent } from './mail-content.ts'
import type { MailProps } from './props.ts'

const asked = { refund: 'Refund request', transfer: 'Batch transfer request' } as const

/** For the school. What a student wrote is shown as text; an operator decides with the number. */
export function requestReceived(props: MailProps['request-received']): MailContent {
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
        text: `Decide with: npm run payments -- approve ${props.id}, or: npm run payments -- decline ${props.id} REASON. The student is told by mail.`,
      },
    ],
  }
}
