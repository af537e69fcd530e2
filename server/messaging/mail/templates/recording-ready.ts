import { z } from 'zod'
import { dayOf } from '#server/platform/text/format.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { defineMail } from '#server/messaging/mail/define-mail.ts'
import { greeting } from '#server/messaging/mail/greeting.ts'

/** Tells a student that the first recording of a class can be watched. */
export const recordingReady = defineMail({
  props: z.object({
    name: z.string(),
    courseTitle: z.string().min(1),
    /** "Class 7 of 28: Reading a query plan". */
    label: z.string().min(1),
    startsAt: z.iso.datetime({ offset: true }),
    /** The class in the room. */
    recordingUrl: z.url(),
  }),
  write(props, site) {
    const course = oneLine(props.courseTitle, 80)
    return {
      subject: `The recording is ready: ${course}`,
      preview: oneLine(props.label, 160),
      heading: 'The recording is ready',
      blocks: [
        { kind: 'paragraph', text: `${greeting(props.name)} you can watch the recording of your class of ${course}.` },
        {
          kind: 'facts',
          rows: [
            ['Class', oneLine(props.label, 160)],
            ['Held', dayOf(props.startsAt)],
          ],
        },
        { kind: 'action', label: 'Watch the recording', url: props.recordingUrl },
        { kind: 'note', text: 'You log in to watch it. It continues where you stopped, on any device.' },
        ...(site.email ? [{ kind: 'note', text: `Any question? Write to ${site.email}.` } as const] : []),
      ],
    }
  },
})
