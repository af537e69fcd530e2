import { z } from 'zod'
import { joinOpensMinutes } from '#contract/rules.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { defineMail } from '#server/messaging/mail/define-mail.ts'
import { greeting } from '#server/messaging/mail/greeting.ts'
import { timeLeft } from '#server/messaging/mail/time-left.ts'
import { trialFacts, trialProps } from '#server/messaging/mail/trial-props.ts'

/** Reminds a guest of the class. The words for the time left are those of the moment when it is sent. */
export const trialReminder = defineMail({
  props: z.object(trialProps),
  write(props, site, { now, guestLink }) {
    const course = oneLine(props.courseTitle, 80)
    const when = timeLeft(props.startsAt, now)
    return {
      subject: `The class begins ${when}: ${course}`,
      preview: oneLine(props.label, 160),
      heading: `The class begins ${when}`,
      blocks: [
        { kind: 'paragraph', text: `${greeting(props.name)} the class of ${course} in which you have a seat begins ${when}.` },
        { kind: 'facts', rows: trialFacts(props) },
        { kind: 'action', label: 'Join the class', url: guestLink(props) },
        {
          kind: 'note',
          text: `The page lets you in from ${joinOpensMinutes} minutes before the class until its end. You can't come? Please give the seat back there.`,
        },
        ...(site.email ? [{ kind: 'note', text: `Any question? Write to ${site.email}.` } as const] : []),
      ],
    }
  },
})
