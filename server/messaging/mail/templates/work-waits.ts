import { z } from 'zod'
import { defineMail } from '#server/messaging/mail/define-mail.ts'
import { greeting } from '#server/messaging/mail/greeting.ts'

/** Tells an instructor, once a working day, how much work waits for a review. */
export const workWaits = defineMail({
  props: z.object({ name: z.string(), count: z.int().min(1), oldestDays: z.int().min(0), queueUrl: z.url() }),
  write({ name, count, oldestDays, queueUrl }) {
    const title = count === 1 ? '1 submission waits for a review' : `${count} submissions wait for a review`
    const age = oldestDays === 1 ? '1 working day' : `${oldestDays} working days`
    return {
      subject: title,
      preview: title,
      heading: title,
      blocks: [
        {
          kind: 'paragraph',
          text: `${greeting(name)} ${oldestDays === 0 ? 'the oldest one came less than a working day ago' : `the oldest one waits for ${age}`}. The school promises comments within two working days.`,
        },
        { kind: 'action', label: 'Review the work', url: queueUrl },
        { kind: 'note', text: 'You get this mail at most once a day, and only while work waits.' },
      ],
    }
  },
})
