import { z } from 'zod'
import { reminderKinds } from '#contract/classes/mail-preferences.ts'
import { dayOf, timeOf } from '#server/platform/text/format.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { defineMail } from '#server/messaging/mail/define-mail.ts'
import { greeting } from '#server/messaging/mail/greeting.ts'
import { timeLeft } from '#server/messaging/mail/time-left.ts'

const instant = z.iso.datetime({ offset: true })

/** Reminds a student of a class. The words for the time left are those of the moment when it is sent. */
export const classReminder = defineMail({
  props: z.object({
    name: z.string(),
    courseTitle: z.string().min(1),
    /** "Class 7 of 28: Reading a query plan". */
    label: z.string().min(1),
    startsAt: instant,
    endsAt: instant,
    instructor: z.string().min(1),
    /** What to prepare; empty when nothing. */
    prepare: z.string(),
    joinUrl: z.url(),
    userId: z.int(),
    kind: z.enum(reminderKinds),
  }),
  write(props, site, { now, unsubscribe }) {
    const course = oneLine(props.courseTitle, 80)
    const when = timeLeft(props.startsAt, now)
    const links = unsubscribe({ userId: props.userId, kind: props.kind })
    return {
      subject: `Your class begins ${when}: ${course}`,
      preview: oneLine(props.label, 160),
      heading: `Your class begins ${when}`,
      blocks: [
        { kind: 'paragraph', text: `${greeting(props.name)} your class of ${course} begins ${when}.` },
        {
          kind: 'facts',
          rows: [
            ['Class', oneLine(props.label, 160)],
            ['Begins', `${dayOf(props.startsAt)}, ${timeOf(props.startsAt)}`],
            ['Ends', timeOf(props.endsAt)],
            ['Instructor', oneLine(props.instructor, 60)],
          ],
        },
        ...(props.prepare ? [{ kind: 'quote', title: 'Please prepare', text: props.prepare } as const] : []),
        { kind: 'action', label: 'Join class', url: props.joinUrl },
        { kind: 'note', text: 'The button works from 15 minutes before the class until its end.' },
        { kind: 'note', text: `You do not want these reminders? Switch them off: ${links.page}`, hasLinks: true },
        ...(site.email ? [{ kind: 'note', text: `Any question? Write to ${site.email}.` } as const] : []),
      ],
      unsubscribe: links.oneClick,
    }
  },
})
