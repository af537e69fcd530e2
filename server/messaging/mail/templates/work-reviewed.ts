import { z } from 'zod'
import { oneLine } from '#server/platform/text/one-line.ts'
import { defineMail } from '#server/messaging/mail/define-mail.ts'
import { greeting } from '#server/messaging/mail/greeting.ts'

/** Tells a student that the instructor has reviewed what they handed in. The review itself stands in the room. */
export const workReviewed = defineMail({
  props: z.object({
    name: z.string(),
    courseTitle: z.string().min(1),
    exercise: z.string().min(1),
    outcome: z.enum(['accepted', 'again']),
    workUrl: z.url(),
    userId: z.int(),
  }),
  write(props, _site, { unsubscribe }) {
    const exercise = oneLine(props.exercise, 160)
    const links = unsubscribe({ userId: props.userId, kind: 'review' })
    const isAccepted = props.outcome === 'accepted'
    return {
      subject: isAccepted
        ? `Your work is accepted: ${oneLine(props.exercise, 80)}`
        : `Please try again: ${oneLine(props.exercise, 80)}`,
      preview: exercise,
      heading: isAccepted ? 'Your work is accepted' : 'Your work has comments',
      blocks: [
        {
          kind: 'paragraph',
          text: `${greeting(props.name)} your instructor has reviewed “${exercise}” of ${oneLine(props.courseTitle, 80)}.`,
        },
        {
          kind: 'paragraph',
          text: isAccepted
            ? 'It is accepted. You do not have to hand in again.'
            : 'Read the comments, change your work, and hand it in again.',
        },
        { kind: 'action', label: 'Read the review', url: props.workUrl },
        { kind: 'note', text: `You do not want these mails? Switch them off: ${links.page}`, hasLinks: true },
      ],
      unsubscribe: links.oneClick,
    }
  },
})
