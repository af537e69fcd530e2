import { z } from 'zod'
import { dayOf, rupeesOf } from '#server/platform/text/format.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { defineMail } from '#server/messaging/mail/define-mail.ts'
import { greeting } from '#server/messaging/mail/greeting.ts'

/** A document that a student is sent again. One of the three ids names the PDF that is attached. */
export const documentCopy = defineMail({
  props: z.object({
    name: z.string(),
    serial: z.string().min(1),
    courseTitle: z.string(),
    amountPaise: z.int().positive(),
    /** ISO 8601. */
    issuedAt: z.iso.datetime({ offset: true }),
    isReceipt: z.boolean(),
    receiptId: z.int().optional(),
    noteId: z.int().optional(),
    voucherId: z.int().optional(),
  }),
  write(props, site) {
    const what = props.isReceipt ? 'receipt' : 'refund document'
    return {
      subject: `Copy of ${props.serial}: ${oneLine(props.courseTitle, 90)}`,
      preview: `Your ${what} of ${dayOf(props.issuedAt)} is attached.`,
      heading: `Your ${what}, once more`,
      blocks: [
        {
          kind: 'paragraph',
          text: `${greeting(props.name)} the ${what} is attached as a PDF. It is the document that was issued on ${dayOf(props.issuedAt)}.`,
        },
        {
          kind: 'facts',
          rows: [
            ['Number', props.serial],
            ['Course', oneLine(props.courseTitle)],
            ['Amount', rupeesOf(props.amountPaise)],
          ],
        },
        ...(site.email ? [{ kind: 'paragraph' as const, text: `Any question: write to ${site.email}.` }] : []),
      ],
    }
  },
})
