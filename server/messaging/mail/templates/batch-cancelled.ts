import { z } from 'zod'
import { rupeesOf } from '#server/platform/text/format.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { greeting } from '#server/messaging/mail/greeting.ts'
import { defineMail } from '#server/messaging/mail/define-mail.ts'
import { goesBack } from '#server/messaging/mail/offline-text.ts'

/** Tells a student that the school cancelled the batch, and what becomes of the place. */
export const batchCancelled = defineMail({
  props: z.object({
    name: z.string(),
    courseTitle: z.string().min(1),
    batch: z.string().min(1),
    reason: z.string().min(1),
    outcome: z.enum(['moved', 'refunded', 'ended']),
    /** The batch that the place moved to. */
    toBatch: z.string().nullable(),
    amountPaise: z.int().positive().nullable(),
    /** A place that staff gave has no refund. */
    isPaid: z.boolean().default(true),
    /** The school received the money without the provider. */
    isOffline: z.boolean().optional(),
  }),
  write(props, site) {
    const course = oneLine(props.courseTitle, 80)
    const amount = props.amountPaise === null ? null : rupeesOf(props.amountPaise)
    const next =
      props.outcome === 'moved' && props.toBatch
        ? `You have a place in another batch of this course: ${oneLine(props.toBatch)}. You pay nothing more.${props.isPaid ? ' If the new dates do not suit you, ask for a refund on your payments page.' : ''}`
        : amount
          ? `Your payment is refunded: ${goesBack(amount, props.isOffline)}. You do not have to do anything. A second mail follows when it has been sent.`
          : 'Your place has ended. Nothing was paid for it, so nothing goes back.'
    return {
      subject: `Your batch is cancelled: ${course}`,
      preview: props.outcome === 'moved' ? 'You have a place in another batch.' : 'What happens next.',
      heading: 'We had to cancel your batch',
      blocks: [
        { kind: 'paragraph', text: `${greeting(props.name)} we are sorry: this batch of ${course} does not take place.` },
        { kind: 'paragraph', text: `The reason: ${oneLine(props.reason, 300)}` },
        { kind: 'paragraph', text: next },
        {
          kind: 'facts',
          rows: [
            ['Course', course],
            ['Cancelled batch', oneLine(props.batch)],
            ...(props.toBatch ? [['New batch', oneLine(props.toBatch)] as const] : []),
            ...(amount ? [['Refund', amount] as const] : []),
          ],
        },
        ...(site.email ? [{ kind: 'note', text: `Any question? Write to ${site.email}.` } as const] : []),
      ],
    }
  },
})
