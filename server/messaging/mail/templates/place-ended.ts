import { z } from 'zod'
import { oneLine } from '#server/platform/text/one-line.ts'
import { defineMail } from '#server/messaging/mail/define-mail.ts'
import { greeting } from '#server/messaging/mail/greeting.ts'

/** Tells a student that a place without a payment has ended. */
export const placeEnded = defineMail({
  props: z.object({ name: z.string(), courseTitle: z.string().min(1) }),
  write(props, site) {
    const course = oneLine(props.courseTitle, 90)
    return {
      subject: `Your place has ended: ${course}`,
      preview: 'The room of this course is closed for you.',
      heading: 'Your place has ended',
      blocks: [
        {
          kind: 'paragraph',
          text: `${greeting(props.name)} ${site.brand} has ended your place in ${course}. Nothing was paid for it, so nothing goes back.`,
        },
        ...(site.email ? [{ kind: 'note', text: `Is this not right? Write to ${site.email}.` } as const] : []),
      ],
    }
  },
})
