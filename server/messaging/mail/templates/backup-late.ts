import { z } from 'zod'
import { momentOf } from '#server/platform/text/format.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { defineMail } from '#server/messaging/mail/define-mail.ts'
import { greeting } from '#server/messaging/mail/greeting.ts'

/** Tells an owner, once a day, that the newest verified backup is older than a day. */
export const backupLate = defineMail({
  props: z.object({
    name: z.string(),
    /** The moment that the newest verified set holds. */
    made_at: z.iso.datetime().nullable(),
    /** Why the last set was not made, or what its verification found. */
    problem: z.string().nullable(),
    is_set_up: z.boolean(),
    url: z.url(),
  }),
  write({ name, made_at: at, problem, is_set_up: isSetUp, url }) {
    const heading = at === null ? 'The school has no verified backup' : 'The newest verified backup is older than a day'
    const since = at === null ? '' : ` It is of ${momentOf(at)}. What came after it would be lost with the disk of the server.`
    const next = isSetUp
      ? 'Ask the person who runs the server to run "npm run backup" and "npm run backup:verify", which say what to do.'
      : 'Ask the person who runs the server to set BACKUP_DIR and BACKUP_PASSPHRASE. A backup is then made and verified each night.'
    return {
      subject: heading,
      preview: oneLine(next, 160),
      heading,
      blocks: [
        { kind: 'paragraph', text: `${greeting(name)} ${heading.charAt(0).toLowerCase()}${heading.slice(1)}.${since}` },
        ...(problem === null ? [] : [{ kind: 'paragraph' as const, text: `The last run said: ${oneLine(problem, 500)}` }]),
        { kind: 'paragraph', text: next },
        { kind: 'action', label: 'Backups in the console', url },
        { kind: 'note', text: 'You get this mail once a day until a backup is verified again.' },
      ],
    }
  },
})
