import { z } from 'zod'
import { rupeesOf } from '#server/platform/text/format.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { greeting } from '#server/messaging/mail/greeting.ts'
import { defineMail } from '#server/messaging/mail/define-mail.ts'
import { offlinePayment, offlineText } from '#server/messaging/mail/offline-text.ts'

const notAccepted = z.object({
  name: z.string(),
  /** Owed, given back, or never received. */
  state: z.enum(['return_due', 'returned', 'mistaken']),
  courseTitle: z.string().min(1),
  amountPaise: z.int().positive(),
  paid: offlinePayment,
  paidBack: offlinePayment.nullable(),
})

/** Notifies of money that the school received and did not accept: that it is owed, and what became of it. */
export const paymentNotAccepted = defineMail({
  props: notAccepted,
  write(props, site) {
    const amount = rupeesOf(props.amountPaise)
    const heading = {
      return_due: 'Your payment could not be accepted',
      returned: 'Your payment was given back',
      mistaken: 'A payment was recorded by mistake',
    }[props.state]
    return {
      subject: `${heading}: ${amount}, ${oneLine(props.courseTitle, 80)}`,
      preview: outcomeOf(props),
      heading,
      blocks: [
        { kind: 'paragraph', text: `${greeting(props.name)} ${explanationOf(props, amount)}` },
        {
          kind: 'facts',
          rows: [
            ['Amount', amount],
            ['Course', oneLine(props.courseTitle)],
            ['Recorded as paid by', offlineText(props.paid)],
            ...(props.paidBack ? [['Given back by', offlineText(props.paidBack)] as const] : []),
          ],
        },
        ...(site.email ? [{ kind: 'note', text: `Any question? Write to ${site.email}.` } as const] : []),
      ],
    }
  },
})

type Props = z.infer<typeof notAccepted>

const isCheque = ({ paid }: Props) => paid.method === 'cheque'

function outcomeOf(props: Props): string {
  if (props.state === 'returned') return isCheque(props) ? 'You have your cheque back.' : 'The full amount is back with you.'
  if (props.state === 'mistaken') return 'Nothing was paid, and nothing goes back.'
  return isCheque(props) ? 'We hand the cheque back to you.' : 'We pay the full amount back to you.'
}

function explanationOf(props: Props, amount: string): string {
  if (props.state === 'mistaken') {
    return `we wrote to you that a payment of ${amount} could not be accepted. It was recorded by mistake: we have not received it. ${outcomeOf(props)}`
  }
  if (props.state === 'returned') return `the payment below, which we could not accept, has been given back. ${outcomeOf(props)}`
  return `your payment of ${amount} has reached us, but we could not accept it. ${outcomeOf(props)} You get a mail when that is done.`
}
