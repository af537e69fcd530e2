import { z } from 'zod'
import { approvalKinds } from '#contract/money/staff/approvals.ts'
import { rupeesOf } from '#server/platform/text/format.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { approvalNames } from '#server/messaging/mail/approval-names.ts'
import { defineMail } from '#server/messaging/mail/define-mail.ts'
import { greeting } from '#server/messaging/mail/greeting.ts'

const outcomes = {
  approved: 'was approved and is done',
  declined: 'was declined. Nothing was done',
  failed: 'was approved but could not be done',
} as const

/** Tells the member of staff who asked what a second person decided. */
export const approvalDecided = defineMail({
  props: z.object({
    name: z.string(),
    kind: z.enum(approvalKinds),
    state: z.enum(['approved', 'declined', 'failed']),
    amountPaise: z.int().nonnegative(),
    student: z.string(),
    by: z.string(),
    answer: z.string().nullable(),
    /** Money of the student that is at the desk. */
    returnsMoney: z.boolean(),
    link: z.url(),
  }),
  write(props) {
    const what = approvalNames[props.kind]
    const heading = { approved: 'Approved', declined: 'Declined', failed: 'Not possible any more' }[props.state]
    return {
      subject: `${heading}: ${what} of ${rupeesOf(props.amountPaise)}`,
      preview: `${oneLine(props.by)} has decided.`,
      heading,
      blocks: [
        {
          kind: 'paragraph',
          text: `${greeting(props.name)} ${what} of ${rupeesOf(props.amountPaise)} for ${oneLine(props.student)} ${outcomes[props.state]}. ${oneLine(props.by)} decided.`,
        },
        ...(props.answer ? [{ kind: 'quote', title: 'Why', text: props.answer } as const] : []),
        ...(props.returnsMoney
          ? [{ kind: 'paragraph', text: 'Please give the money back to the student, and record that in the console.' } as const]
          : []),
        { kind: 'action', label: 'Open the approval', url: props.link },
      ],
    }
  },
})
