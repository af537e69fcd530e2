import { z } from 'zod'
import { rupeesOf } from '#server/platform/text/format.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { greeting } from '#server/messaging/mail/greeting.ts'
import { defineMail } from '#server/messaging/mail/define-mail.ts'
import { goesBack } from '#server/messaging/mail/offline-text.ts'

const requestProps = z.object({
  name: z.string(),
  kind: z.enum(['refund', 'transfer']),
  state: z.enum(['open', 'approved', 'declined']),
  courseTitle: z.string().min(1),
  batch: z.string(),
  toBatch: z.string().nullable(),
  /** Refund in paise when the request is approved. */
  amountPaise: z.int().positive().nullable(),
  endsAccess: z.boolean(),
  /** The school received the money without the provider. */
  isOffline: z.boolean().optional(),
  answer: z.string().nullable(),
})

export const requestState = defineMail({
  props: requestProps,
  write(props, site) {
    const what = props.kind === 'refund' ? 'refund' : 'batch transfer'
    const heading = {
      open: `We have your ${what} request`,
      approved: props.kind === 'refund' ? 'Your refund is approved' : 'You have moved to another batch',
      declined: `Your ${what} request was declined`,
    }[props.state]
    return {
      subject: `${heading}: ${oneLine(props.courseTitle, 80)}`,
      preview: sentence(outcome(props)),
      heading,
      blocks: [
        { kind: 'paragraph', text: `${greeting(props.name)} ${outcome(props)}` },
        {
          kind: 'facts',
          rows: [
            ['Course', oneLine(props.courseTitle)],
            [props.toBatch ? 'From batch' : 'Batch', oneLine(props.batch)],
            ...(props.toBatch ? [['To batch', oneLine(props.toBatch)] as const] : []),
          ],
        },
        ...(props.answer ? [{ kind: 'quote', title: 'Our answer', text: props.answer } as const] : []),
        ...(site.email ? [{ kind: 'note', text: `Any question? Write to ${site.email}.` } as const] : []),
      ],
    }
  },
})

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function outcome({ kind, state, amountPaise, endsAccess, isOffline }: z.infer<typeof requestProps>): string {
  if (state === 'open') {
    return 'a member of our team looks at it and writes to you. Until then nothing changes, and you can withdraw it in your room.'
  }
  if (state === 'declined') return 'we could not do what you asked for. Your place stays as it is.'
  if (kind === 'transfer') return 'your place is now in the batch below. Nothing is to be paid, and your receipt stays valid.'
  return `${goesBack(rupeesOf(amountPaise ?? 0), isOffline)}. ${
    endsAccess ? 'Your place in the batch has ended.' : 'Your place in the batch stays.'
  }`
}
