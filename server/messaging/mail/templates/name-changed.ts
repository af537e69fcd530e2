import { z } from 'zod'
import { oneLine } from '#server/platform/text/one-line.ts'
import { defineMail } from '#server/messaging/mail/define-mail.ts'
import { greeting } from '#server/messaging/mail/greeting.ts'

/** Tells a student that the school has changed the name of the account. */
export const nameChanged = defineMail({
  props: z.object({
    /** The name before. */
    name: z.string(),
    newName: z.string(),
    /** Absent for an account that nobody has verified. */
    undoUrl: z.url().optional(),
    days: z.int().positive().optional(),
  }),
  write: ({ name, newName, undoUrl, days }, site) => ({
    subject: `The name of your ${site.brand} account was changed`,
    preview: `It is ${oneLine(newName, 60)} now.`,
    heading: 'Your name was changed',
    blocks: [
      { kind: 'paragraph', text: `${greeting(name)} we changed the name of your account, because you asked us to.` },
      {
        kind: 'facts',
        rows: [
          ['Name before', oneLine(name, 90)],
          ['Name now', oneLine(newName, 90)],
        ],
      },
      {
        kind: 'paragraph',
        text: undoUrl
          ? `Receipts that we have issued stay as they are. If you did not ask for it, undo it within ${days} days.`
          : `Receipts that we have issued stay as they are. You did not ask for it? ${site.email ? `Write to ${site.email}` : 'Write to us'}, and we change it back.`,
      },
      ...(undoUrl ? [{ kind: 'action', label: 'I did not ask for it: undo the change', url: undoUrl } as const] : []),
    ],
  }),
})
