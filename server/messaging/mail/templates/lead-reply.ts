import { z } from 'zod'
import { plainDayOf } from '#server/platform/text/format.ts'
import { defineMail } from '#server/messaging/mail/define-mail.ts'

/** An answer of staff to a lead. What was written before stands below, the newest first. */
export const leadReply = defineMail({
  props: z.object({
    subject: z.string().min(1),
    body: z.string().min(1),
    staff: z.string(),
    earlier: z.array(z.object({ by: z.enum(['you', 'school']), at: z.string(), text: z.string() })),
    /** Ids of our earlier mails, the oldest first. */
    thread: z.array(z.string()),
  }),
  write: ({ subject, body, staff, earlier, thread }, site) => ({
    subject,
    preview: body.slice(0, 120),
    heading: subject,
    blocks: [
      ...body.split(/\n{2,}/).map((text) => ({ kind: 'paragraph' as const, text, hasLinks: true })),
      { kind: 'paragraph', text: [staff, site.brand].filter(Boolean).join(', ') },
      ...earlier.map(({ by, at, text }) => ({
        kind: 'quote' as const,
        title: `${by === 'you' ? 'You' : 'We'} wrote on ${plainDayOf(at)}`,
        text,
      })),
    ],
    thread,
    ...(site.email ? { replyTo: site.email } : {}),
  }),
})
