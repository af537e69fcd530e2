import { z } from 'zod'
import { reminderKinds } from '#contract/mail-preferences.ts'
import { dayOf, timeOf } from '../../format.ts'
import { oneLine } from '../../one-line.ts'
import { defineMail } from '../define-mail.ts'
import { greeting } from '../greeting.ts'

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
    const when = whenOf(props.startsAt, now)
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

const minute = 60_000

/** "in 9 minutes", "today at 7:30 PM IST", "tomorrow at 7:30 PM IST", or the day. */
function whenOf(startsAt: string, now: Date): string {
  const minutes = Math.max(1, Math.ceil((Date.parse(startsAt) - now.getTime()) / minute))
  if (minutes < 60) return minutes === 1 ? 'in a minute' : `in ${minutes} minutes`
  const day = dayOf(startsAt)
  const time = timeOf(startsAt)
  if (day === dayOf(now.toISOString())) return `today at ${time}`
  if (day === dayOf(new Date(now.getTime() + 24 * 60 * minute).toISOString())) return `tomorrow at ${time}`
  return `on ${day} at ${time}`
}
