import { z } from 'zod'
import { dayOf, timeOf } from '#server/platform/text/format.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { defineMail } from '#server/messaging/mail/define-mail.ts'
import { greeting } from '#server/messaging/mail/greeting.ts'
import { trialFacts, trialProps } from '#server/messaging/mail/trial-props.ts'

const whenOf = (instant: string) => `${dayOf(instant)}, ${timeOf(instant)}`

/** Tells a guest that the class is at another time, is cancelled, or takes place after all. */
export const trialChanged = defineMail({
  props: z.object({
    ...trialProps,
    change: z.enum(['moved', 'cancelled', 'restored']),
    wasAt: z.iso.datetime({ offset: true }),
    /** Why it is cancelled; may be empty. */
    reason: z.string(),
  }),
  write(props, site, { guestLink }) {
    const course = oneLine(props.courseTitle, 80)
    const [what, text] = {
      moved: [
        `Your class is moved to ${whenOf(props.startsAt)}`,
        'your class is at another time. Your seat moves with it, and your link stays the same.',
      ],
      cancelled: [`No class on ${whenOf(props.wasAt)}`, 'the class in which you have a seat is cancelled. We are sorry.'],
      restored: [
        `The class on ${whenOf(props.startsAt)} takes place after all`,
        'the class takes place after all. You still have your seat, and your link stays the same.',
      ],
    }[props.change] as [string, string]
    const isCancelled = props.change === 'cancelled'
    return {
      subject: `${what} (${course})`,
      preview: oneLine(props.label, 160),
      heading: what,
      blocks: [
        { kind: 'paragraph', text: `${greeting(props.name)} ${text}` },
        {
          kind: 'facts',
          rows: isCancelled
            ? [
                ['Course', course],
                ['Was on', whenOf(props.wasAt)],
                ...(props.reason ? [['Reason', oneLine(props.reason, 200)] as const] : []),
              ]
            : [...trialFacts(props), ...(props.change === 'moved' ? [['Was on', whenOf(props.wasAt)] as const] : [])],
        },
        ...(isCancelled
          ? [
              {
                kind: 'paragraph',
                text: 'We write to you if it takes place after all. Other classes that take guests stand on the pages of our courses.',
              } as const,
            ]
          : [
              { kind: 'action', label: 'Open your class', url: guestLink(props) } as const,
              { kind: 'note', text: "You can't come at this time? Please give the seat back on that page." } as const,
            ]),
        ...(site.email ? [{ kind: 'note', text: `Any question? Write to ${site.email}.` } as const] : []),
      ],
    }
  },
})
