import { z } from 'zod'
import { approvalKinds } from '#contract/money/staff/approvals.ts'
import { rupeesOf } from '#server/platform/text/format.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { approvalNames } from '#server/messaging/mail/approval-names.ts'
import { defineMail } from '#server/messaging/mail/define-mail.ts'
import { greeting } from '#server/messaging/mail/greeting.ts'

/** Asks a member of staff to decide about what another one asked for. */
export const approvalAsked = defineMail({
  props: z.object({
    name: z.string(),
    kind: z.enum(approvalKinds),
    amountPaise: z.int().nonnegative(),
    student: z.string(),
    courseTitle: z.string(),
    by: z.string(),
    reason: z.string().nullable(),
    link: z.url(),
  }),
  write(props, site) {
    const what = approvalNames[props.kind]
    const amount = rupeesOf(props.amountPaise)
    return {
      subject: `Please decide: ${what} of ${amount}`,
      preview: `${oneLine(props.by)} asks for it in the ${site.brand} console.`,
      heading: 'A second person has to decide',
      blocks: [
        {
          kind: 'paragraph',
          text: `${greeting(props.name)} ${oneLine(props.by)} asks for ${what}. Nothing happens until you decide.`,
        },
        {
          kind: 'facts',
          rows: [
            ['Student', oneLine(props.student)],
            ['Course', oneLine(props.courseTitle)],
            ['Amount', amount],
            ['Asked by', oneLine(props.by)],
          ],
        },
        ...(props.reason ? [{ kind: 'quote', title: 'Why', text: props.reason } as const] : []),
        { kind: 'action', label: 'Open the approval', url: props.link },
      ],
    }
  },
})
