import { z } from 'zod'
import { refundTime } from '#contract/rules.ts'
import { rupeesOf } from '../../format.ts'
import { oneLine } from '../../one-line.ts'
import { greeting } from '../greeting.ts'
import { defineMail } from '../define-mail.ts'

export const refund = defineMail({
  props: z.object({
    name: z.string(),
    serial: z.string().min(1),
    courseTitle: z.string().min(1),
    amountPaise: z.int().positive(),
    paymentId: z.string().min(1),
    /** Null when the payment was returned before it had a receipt. */
    receiptSerial: z.string().nullable(),
    endsAccess: z.boolean(),
    /** The voucher whose PDF is attached. */
    voucherId: z.int(),
  }),
  write(props, site) {
    const amount = rupeesOf(props.amountPaise)
    return {
      subject: `Refund of ${amount}: ${oneLine(props.courseTitle, 90)}`,
      preview: `It can take ${refundTime} to show at the source.`,
      heading: 'Your refund has been sent',
      blocks: [
        {
          kind: 'paragraph',
          text: `${greeting(props.name)} ${amount} went back to the source you paid from. It can take ${refundTime} to show there. The refund voucher is attached as a PDF.`,
        },
        {
          kind: 'facts',
          rows: [
            ['Amount refunded', amount],
            ['Course', oneLine(props.courseTitle)],
            ['Voucher number', props.serial],
            ...(props.receiptSerial ? [['Against receipt', props.receiptSerial] as const] : []),
            ['Payment ID', props.paymentId],
            ['Refunded by', site.legal_name],
          ],
        },
        ...(props.endsAccess
          ? [{ kind: 'paragraph', text: 'With this refund your place in the batch has ended.' } as const]
          : []),
        ...(site.email ? [{ kind: 'note', text: `Is something not right? Write to ${site.email}.` } as const] : []),
      ],
    }
  },
})
