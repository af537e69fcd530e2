import { z } from 'zod'
import { type RefundNoteKind, refundNoteKind } from '#contract/money/payments.ts'
import { refundTime } from '#contract/rules.ts'
import { rupeesOf } from '#server/platform/text/format.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { greeting } from '#server/messaging/mail/greeting.ts'
import { defineMail } from '#server/messaging/mail/define-mail.ts'
import { offlinePayment, offlineText } from '#server/messaging/mail/offline-text.ts'

const noteNames = {
  credit_note: 'credit note',
  financial_credit_note: 'financial credit note',
  refund_note: 'refund note',
} as const satisfies Record<RefundNoteKind, string>

const againstOf = (note?: RefundNoteKind) =>
  note === undefined || note === 'refund_note' ? 'Against receipt' : 'Against invoice'

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
    /** How staff paid an offline payment back. */
    paidBack: offlinePayment.nullable().optional(),
    /** The refund note whose PDF is attached, and its kind. */
    noteId: z.int().optional(),
    note: refundNoteKind.optional(),
    /** In mails of earlier versions: the voucher whose PDF is attached. */
    voucherId: z.int().optional(),
  }),
  write(props, site) {
    const amount = rupeesOf(props.amountPaise)
    const name = props.note ? noteNames[props.note] : 'refund voucher'
    const title = `${name[0]?.toUpperCase()}${name.slice(1)}`
    return {
      subject: `Refund of ${amount}: ${oneLine(props.courseTitle, 90)}`,
      preview: props.paidBack ? 'We have paid it back to you.' : `It can take ${refundTime} to show at the source.`,
      heading: props.paidBack ? 'Your refund has been paid' : 'Your refund has been sent',
      blocks: [
        {
          kind: 'paragraph',
          text: `${greeting(props.name)} ${props.paidBack ? `we paid ${amount} back to you by ${offlineText(props.paidBack)}.` : `${amount} went back to the source you paid from. It can take ${refundTime} to show there.`} The ${name} is attached as a PDF.`,
        },
        {
          kind: 'facts',
          rows: [
            ['Amount refunded', amount],
            ['Course', oneLine(props.courseTitle)],
            [props.note ? `${title} number` : 'Voucher number', props.serial],
            ...(props.receiptSerial ? [[againstOf(props.note), props.receiptSerial] as const] : []),
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
