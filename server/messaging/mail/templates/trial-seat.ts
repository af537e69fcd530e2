import { z } from 'zod'
import { joinOpensMinutes } from '#contract/rules.ts'
import { dayOf, timeOf } from '#server/platform/text/format.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { defineMail } from '#server/messaging/mail/define-mail.ts'
import { greeting } from '#server/messaging/mail/greeting.ts'
import { trialFacts, trialProps } from '#server/messaging/mail/trial-props.ts'

/** Confirms the seat of a guest, with the link that lets the guest in. */
export const trialSeat = defineMail({
  props: z.object(trialProps),
  write(props, site, { guestLink }) {
    const course = oneLine(props.courseTitle, 80)
    return {
      subject: `Your seat on ${dayOf(props.startsAt)}, ${timeOf(props.startsAt)} (${course})`,
      preview: oneLine(props.label, 160),
      heading: 'Your seat is kept',
      blocks: [
        { kind: 'paragraph', text: `${greeting(props.name)} you sit in on one live class of ${course}. It costs nothing.` },
        { kind: 'facts', rows: trialFacts(props) },
        { kind: 'action', label: 'Open your class', url: guestLink(props) },
        {
          kind: 'note',
          text: `The page lets you in from ${joinOpensMinutes} minutes before the class until its end. There you can also add the class to your calendar, or give the seat back when you can't come.`,
        },
        { kind: 'note', text: 'The link is for you alone and for this class. Please do not pass it on.' },
        ...(site.email ? [{ kind: 'note', text: `Any question? Write to ${site.email}.` } as const] : []),
      ],
    }
  },
})
