import { z } from 'zod'
import { dayOf, timeOf } from '#server/platform/text/format.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { defineMail } from '#server/messaging/mail/define-mail.ts'
import { greeting } from '#server/messaging/mail/greeting.ts'

/** Tells a student, the morning after, that the school has not seen them in a class. */
export const absenceNotice = defineMail({
  props: z.object({
    name: z.string(),
    courseTitle: z.string().min(1),
    /** "Class 7 of 28: Reading a query plan". */
    label: z.string().min(1),
    startsAt: z.iso.datetime({ offset: true }),
    roomUrl: z.url(),
    userId: z.int(),
  }),
  write(props, site, { unsubscribe }) {
    const course = oneLine(props.courseTitle, 80)
    const links = unsubscribe({ userId: props.userId, kind: 'absence' })
    return {
      subject: `You missed a class of ${course}`,
      preview: oneLine(props.label, 160),
      heading: 'You missed a class',
      blocks: [
        { kind: 'paragraph', text: `${greeting(props.name)} we did not see you in a class of ${course}.` },
        {
          kind: 'facts',
          rows: [
            ['Class', oneLine(props.label, 160)],
            ['Held', `${dayOf(props.startsAt)}, ${timeOf(props.startsAt)}`],
          ],
        },
        { kind: 'paragraph', text: 'The recording and the next class stand in your room.' },
        { kind: 'action', label: 'Open your room', url: props.roomUrl },
        {
          kind: 'note',
          text: `Were you there?${site.email ? ` Write to ${site.email}, and we correct it.` : ' Write to the school, which corrects it.'}`,
        },
        { kind: 'note', text: `You do not want these mails? Switch them off: ${links.page}`, hasLinks: true },
      ],
      unsubscribe: links.oneClick,
    }
  },
})
