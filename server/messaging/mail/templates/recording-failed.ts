import { z } from 'zod'
import { oneLine } from '#server/platform/text/one-line.ts'
import { defineMail } from '#server/messaging/mail/define-mail.ts'
import { greeting } from '#server/messaging/mail/greeting.ts'

/** Tells the member of staff who uploaded a video that nothing plays it. */
export const recordingFailed = defineMail({
  props: z.object({
    name: z.string(),
    courseTitle: z.string(),
    label: z.string().min(1),
    problem: z.string().min(1),
    url: z.url(),
  }),
  write: (props) => ({
    subject: oneLine(`Your video of ${props.courseTitle} can not be played`, 200),
    preview: oneLine(props.problem, 160),
    heading: 'Your video can not be played',
    blocks: [
      {
        kind: 'paragraph',
        text: `${greeting(props.name)} you uploaded a video of ${oneLine(props.courseTitle, 200)}, ${oneLine(props.label, 200)}.`,
      },
      { kind: 'paragraph', text: props.problem },
      { kind: 'action', label: 'Open recordings', url: props.url },
    ],
  }),
})
