import { z } from 'zod'
import { codePattern } from '#contract/rules.ts'
import { dayOf, timeOf } from '#server/platform/text/format.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { defineMail } from '#server/messaging/mail/define-mail.ts'
import { greeting } from '#server/messaging/mail/greeting.ts'

/** The code of a guest who asked for a seat in one class. */
export const trialCode = defineMail({
  props: z.object({
    name: z.string(),
    code: z.string().regex(codePattern),
    minutes: z.int().positive(),
    courseTitle: z.string().min(1),
    label: z.string().min(1),
    startsAt: z.iso.datetime({ offset: true }),
  }),
  write: (props, site) => ({
    subject: `${props.code} is your ${site.brand} code`,
    preview: `It works once, for the next ${props.minutes} minutes.`,
    heading: 'Your code for a seat in class',
    blocks: [
      { kind: 'paragraph', text: `${greeting(props.name)} enter this code on the page where you asked for a seat as a guest.` },
      { kind: 'code', code: props.code },
      {
        kind: 'facts',
        rows: [
          ['Course', oneLine(props.courseTitle, 80)],
          ['Class', oneLine(props.label, 160)],
          ['Begins', `${dayOf(props.startsAt)}, ${timeOf(props.startsAt)}`],
        ],
      },
      {
        kind: 'paragraph',
        text: `It works once and expires ${props.minutes} minutes after you asked. A newer code replaces it.`,
      },
      {
        kind: 'note',
        text: `Did you not ask for it? Then no seat was taken and nothing about you is stored. You can delete this mail. Nobody at ${site.brand} will ever ask you for a code.`,
      },
    ],
  }),
})
