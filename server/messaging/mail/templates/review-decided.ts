import { z } from 'zod'
import { oneLine } from '#server/platform/text/one-line.ts'
import { defineMail } from '#server/messaging/mail/define-mail.ts'
import { greeting } from '#server/messaging/mail/greeting.ts'

/** Tells a student whether the school shows their review of a course. The review itself stands in no mail. */
export const reviewDecided = defineMail({
  props: z.object({
    name: z.string(),
    courseTitle: z.string().min(1),
    /** Why it is not published; null when it is. */
    reason: z.string().nullable(),
    /** The reviews of the course, or the room where the review can be changed. */
    url: z.url(),
  }),
  write({ name, courseTitle, reason, url }) {
    const course = oneLine(courseTitle, 80)
    if (reason === null)
      return {
        subject: `Your review of ${course} is on its page`,
        preview: 'Thank you for it.',
        heading: 'Your review is published',
        blocks: [
          { kind: 'paragraph', text: `${greeting(name)} thank you. Your review stands on the page of ${course} now.` },
          { kind: 'action', label: 'See the reviews', url },
          { kind: 'note', text: 'You can change it, or take it off the page, in the room of your course at any time.' },
        ],
      }
    return {
      subject: `Your review of ${course} is not published`,
      preview: oneLine(reason, 120),
      heading: 'Your review is not published',
      blocks: [
        {
          kind: 'paragraph',
          text: `${greeting(name)} the school has read your review of ${course} and does not publish it as it is.`,
        },
        { kind: 'facts', rows: [['Reason', reason]] },
        { kind: 'paragraph', text: 'Change it in the room of your course, and the school reads it again.' },
        { kind: 'action', label: 'Change your review', url },
      ],
    }
  },
})
