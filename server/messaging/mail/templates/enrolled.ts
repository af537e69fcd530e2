import { z } from 'zod'
import { dayOf, timeOf } from '#server/platform/text/format.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { defineMail } from '#server/messaging/mail/define-mail.ts'
import { greeting } from '#server/messaging/mail/greeting.ts'

/** Tells a student that the school has given a place without a payment. */
export const enrolled = defineMail({
  props: z.object({
    name: z.string(),
    courseTitle: z.string().min(1),
    batchType: z.string(),
    /** ISO 8601. */
    startsAt: z.iso.datetime({ offset: true }),
    timeText: z.string(),
    roomUrl: z.url(),
  }),
  write(props, site, { now }) {
    const hasBegun = Date.parse(props.startsAt) <= now.getTime()
    const course = oneLine(props.courseTitle, 90)
    const day = dayOf(props.startsAt)
    return {
      subject: `You are enrolled: ${course}`,
      preview: `The batch ${hasBegun ? 'began' : 'begins'} on ${day}.`,
      heading: 'You have a place',
      blocks: [
        {
          kind: 'paragraph',
          text: `${greeting(props.name)} ${site.brand} has enrolled you in this course. There is nothing to pay.`,
        },
        {
          kind: 'facts',
          rows: [
            ['Course', course],
            ['Batch', oneLine(props.batchType)],
            [hasBegun ? 'Began' : 'First class', `${day}, ${timeOf(props.startsAt)}`],
            ['Class hours', oneLine(props.timeText)],
          ],
        },
        { kind: 'paragraph', text: 'Log in with this e-mail address. Your room has the classes and the recordings.' },
        { kind: 'action', label: 'Open your room', url: props.roomUrl },
        ...(site.email ? [{ kind: 'note', text: `Any question? Write to ${site.email}.` } as const] : []),
      ],
    }
  },
})
