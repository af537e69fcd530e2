import { z } from 'zod'
import { plainDayOf, rupeesOf } from '#server/platform/text/format.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { defineMail } from '#server/messaging/mail/define-mail.ts'
import { greeting } from '#server/messaging/mail/greeting.ts'

const part = {
  name: z.string(),
  courseTitle: z.string().min(1),
  number: z.int().positive(),
  of: z.int().positive(),
  amountPaise: z.int().positive(),
  /** A day in India. */
  dueOn: z.iso.date(),
}
const dayOf = (day: string) => plainDayOf(`${day}T12:00:00+05:30`)

/** Reminds a student of a part of a price: before its day, on it, and after it. */
export const instalmentReminder = defineMail({
  props: z.object({
    ...part,
    when: z.enum(['before', 'today', 'late']),
    /** The day from which recordings and joining wait for it. */
    pausesOn: z.iso.date(),
    /** The day on which the place ends; null for never. */
    endsOn: z.iso.date().nullable(),
    payUrl: z.url(),
  }),
  write(props, site) {
    const course = oneLine(props.courseTitle, 60)
    const amount = rupeesOf(props.amountPaise)
    const day = dayOf(props.dueOn)
    const name = `Part ${props.number} of ${props.of}`
    const heading = {
      before: `${amount} is due on ${day}`,
      today: `${amount} is due today`,
      late: `${amount} was due on ${day}`,
    }[props.when]
    return {
      subject: `${heading}: ${course}`,
      preview: `${name} of your fee.`,
      heading,
      blocks: [
        {
          kind: 'paragraph',
          text: `${greeting(props.name)} you pay this course in parts. ${
            props.when === 'late'
              ? 'We have not received this part yet. If you have just paid, you need not do anything.'
              : 'Here is the next one.'
          }`,
        },
        {
          kind: 'facts',
          rows: [
            ['Course', oneLine(props.courseTitle)],
            ['Part', `${props.number} of ${props.of}`],
            ['Amount', amount],
            ['Due on', day],
          ],
        },
        ...(props.when === 'late'
          ? [
              {
                kind: 'paragraph',
                text: `Joining classes and recordings wait for this part as of ${dayOf(props.pausesOn)}. They open at once when it is paid. Your work, questions and documents stay open.${
                  props.endsOn === null ? '' : ` Your place ends on ${dayOf(props.endsOn)} if it is not paid by then.`
                }`,
              } as const,
            ]
          : []),
        { kind: 'action', label: `Pay ${amount}`, url: props.payUrl },
        ...(site.email ? [{ kind: 'note', text: `Do you need more time? Write to ${site.email} before the day.` } as const] : []),
      ],
    }
  },
})

/** Tells a student that the place has ended because a part was not paid. */
export const instalmentLapsed = defineMail({
  props: z.object({ ...part, coursesUrl: z.url() }),
  write(props, site) {
    const course = oneLine(props.courseTitle, 60)
    return {
      subject: `Your place has ended: ${course}`,
      preview: `Part ${props.number} of ${props.of} was not paid.`,
      heading: 'Your place has ended',
      blocks: [
        {
          kind: 'paragraph',
          text: `${greeting(props.name)} part ${props.number} of ${props.of} of your fee, ${rupeesOf(props.amountPaise)}, was due on ${dayOf(props.dueOn)} and was not paid. Your seat is free for somebody else now, and nothing more is to be paid.`,
        },
        { kind: 'facts', rows: [['Course', oneLine(props.courseTitle)]] },
        { kind: 'action', label: 'See the next batches', url: props.coursesUrl },
        ...(site.email ? [{ kind: 'note', text: `Is this wrong? Write to ${site.email}.` } as const] : []),
      ],
    }
  },
})
