import { z } from 'zod'
import { plainDayOf } from '#server/platform/text/format.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { defineMail } from '#server/messaging/mail/define-mail.ts'
import { greeting } from '#server/messaging/mail/greeting.ts'

/** A message of staff to a student of a batch. */
export const batchMessage = defineMail({
  props: z.object({
    name: z.string(),
    subject: z.string().min(1),
    body: z.string().min(1),
    sender: z.string(),
    /** The batch that it is about; none for a message to one student. */
    course: z.string().optional(),
    batchType: z.string().optional(),
    startsAt: z.string().optional(),
    /** Pictures of the library that are attached. */
    pictureIds: z.array(z.int()).optional(),
    /** The author gets it to see how it arrives. */
    isTest: z.boolean().optional(),
  }),
  write: ({ name, subject, body, sender, course, batchType, startsAt, isTest = false }, site) => ({
    subject: isTest ? `Test: ${subject}` : subject,
    preview: oneLine(body),
    heading: subject,
    blocks: [
      { kind: 'paragraph', text: greeting(name) },
      ...body.split(/\n{2,}/).map((text) => ({ kind: 'paragraph' as const, text, hasLinks: true })),
      { kind: 'paragraph', text: [sender, site.brand].filter(Boolean).join(', ') },
      {
        kind: 'note',
        text: [
          course !== undefined && batchType !== undefined && startsAt !== undefined
            ? `You get this mail as a student of ${oneLine(course)}, batch ${oneLine(batchType)} from ${plainDayOf(startsAt)}.`
            : `You get this mail as a student${site.brand ? ` of ${oneLine(site.brand)}` : ''}.`,
          site.email ? `Your answer reaches us at ${site.email}.` : '',
        ]
          .filter(Boolean)
          .join(' '),
      },
    ],
    ...(site.email ? { replyTo: site.email } : {}),
  }),
})
