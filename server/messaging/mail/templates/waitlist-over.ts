import { z } from 'zod'
import { oneLine } from '#server/platform/text/one-line.ts'
import { defineMail } from '#server/messaging/mail/define-mail.ts'
import { greeting } from '#server/messaging/mail/greeting.ts'
import { batchRows, waitedBatch } from '#server/messaging/mail/waitlist-props.ts'

const texts = {
  batch_started: { heading: 'The batch began without a free seat', text: 'no seat came free for you before this batch began.' },
  batch_cancelled: {
    heading: 'The batch you waited for is cancelled',
    text: 'the batch that you waited for does not take place.',
  },
  removed: { heading: 'You are not on the waitlist any more', text: 'we took you off the waitlist of this batch.' },
} as const

/** Tells a person that they do not wait any more. */
export const waitlistOver = defineMail({
  props: z.object({
    ...waitedBatch,
    why: z.enum(['batch_started', 'batch_cancelled', 'removed']),
    /** What staff wrote; empty without words. */
    words: z.string(),
    courseUrl: z.url(),
  }),
  write(props, site) {
    const { heading, text } = texts[props.why]
    return {
      subject: `Your place on the waitlist of ${oneLine(props.courseTitle, 60)} has ended`,
      preview: heading,
      heading,
      blocks: [
        { kind: 'paragraph', text: `${greeting(props.name)} ${text} No money was taken.` },
        ...(props.words ? [{ kind: 'quote', title: 'Why', text: oneLine(props.words, 300) } as const] : []),
        { kind: 'facts', rows: batchRows(props) },
        { kind: 'action', label: 'See other batches of the course', url: props.courseUrl },
        ...(site.email ? [{ kind: 'note', text: `Any question? Write to ${site.email}.` } as const] : []),
      ],
    }
  },
})
