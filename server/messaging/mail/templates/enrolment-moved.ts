import { z } from 'zod'
import { oneLine } from '#server/platform/text/one-line.ts'
import { defineMail } from '#server/messaging/mail/define-mail.ts'
import { greeting } from '#server/messaging/mail/greeting.ts'

/** The school has moved a student to another batch of the course. */
export const enrolmentMoved = defineMail({
  props: z.object({
    name: z.string(),
    courseTitle: z.string().min(1),
    batch: z.string(),
    toBatch: z.string(),
    reason: z.string().min(1),
    /** Whether the enrolment was paid. */
    isPaid: z.boolean(),
  }),
  write: ({ name, courseTitle, batch, toBatch, reason, isPaid }, site) => ({
    subject: `You have moved to another batch: ${oneLine(courseTitle, 80)}`,
    preview: `Your place is now in the batch ${oneLine(toBatch)}.`,
    heading: 'You have moved to another batch',
    blocks: [
      {
        kind: 'paragraph',
        text: `${greeting(name)} we have moved your place to the batch below.${isPaid ? ' Nothing is to be paid, and your receipt stays valid.' : ''}`,
      },
      {
        kind: 'facts',
        rows: [
          ['Course', oneLine(courseTitle)],
          ['From batch', oneLine(batch)],
          ['To batch', oneLine(toBatch)],
        ],
      },
      { kind: 'quote', title: 'Our reason', text: reason },
      ...(site.email ? [{ kind: 'note', text: `Any question? Write to ${site.email}.` } as const] : []),
    ],
  }),
})
