import { z } from 'zod'
import { refundTime } from '#contract/rules.ts'
import { rupeesOf } from '#server/platform/text/format.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { greeting } from '#server/messaging/mail/greeting.ts'
import { defineMail } from '#server/messaging/mail/define-mail.ts'
import { goesBack } from '#server/messaging/mail/offline-text.ts'

const returnReason = z.enum([
  'already enrolled',
  'batch cancelled',
  'batch ended',
  'price changed',
  'batch full',
  'coupon gone',
  'part settled',
  'link gone',
])

const why: Record<z.infer<typeof returnReason>, string> = {
  'already enrolled': 'You have a place in this batch already, so nothing more is to be paid.',
  'batch cancelled': 'The batch was cancelled before your payment arrived.',
  'batch ended': 'The batch had ended when your payment arrived.',
  'price changed':
    'Your payment arrived more than 7 days after it was started, and the price has changed since. You can enrol at the present price.',
  'batch full': 'All seats were taken when your payment arrived.',
  'coupon gone':
    'Your payment arrived after your seat was no longer held, and its code can’t be used any more. You can enrol at the present price.',
  'part settled': 'What you paid for was not owed any more when your payment arrived.',
  'link gone':
    'Your payment arrived after your seat was no longer held, and its link was paid, withdrawn or expired by then. You can enrol at the present price.',
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Notifies of a refunded payment without a purchase at once, before the provider has sent the refund. */
export const paymentReturned = defineMail({
  props: z.object({
    name: z.string(),
    courseTitle: z.string().min(1),
    amountPaise: z.int().positive(),
    paymentId: z.string().min(1),
    reason: returnReason,
    /** The school received it without the provider. */
    isOffline: z.boolean().optional(),
  }),
  write(props, site) {
    const amount = rupeesOf(props.amountPaise)
    return {
      subject: `Your payment of ${amount} goes back: ${oneLine(props.courseTitle, 80)}`,
      preview: props.isOffline
        ? 'We pay the full amount back to you.'
        : `The full amount goes back to the source within ${refundTime}.`,
      heading: 'Your payment goes back to you',
      blocks: [
        {
          kind: 'paragraph',
          text: `${greeting(props.name)} your payment of ${amount} has reached us, but we could not accept it. ${why[props.reason]}`,
        },
        {
          kind: 'paragraph',
          text: `${sentence(goesBack('the full amount', props.isOffline))}. You do not have to do anything.`,
        },
        {
          kind: 'facts',
          rows: [
            ['Amount', amount],
            ['Course', oneLine(props.courseTitle)],
            ['Payment ID', props.paymentId],
          ],
        },
        ...(site.email ? [{ kind: 'note', text: `Any question? Write to ${site.email}.` } as const] : []),
      ],
    }
  },
})
