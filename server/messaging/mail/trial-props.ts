import { z } from 'zod'
import { dayOf, timeOf } from '#server/platform/text/format.ts'
import { oneLine } from '#server/platform/text/one-line.ts'

const instant = z.iso.datetime({ offset: true })

/** What mails to a guest say of the class. */
export const trialProps = {
  name: z.string(),
  courseTitle: z.string().min(1),
  /** "Class 7 of 28: Reading a query plan". */
  label: z.string().min(1),
  startsAt: instant,
  endsAt: instant,
  instructor: z.string().min(1),
  /** The link is written when the mail is sent, so that its key is stored nowhere. */
  guestId: z.int(),
  sessionId: z.int(),
}

interface Facts {
  label: string
  startsAt: string
  endsAt: string
  instructor: string
}

/** Rows of the facts of a guest's class. */
export function trialFacts({ label, startsAt, endsAt, instructor }: Facts): (readonly [string, string])[] {
  return [
    ['Class', oneLine(label, 160)],
    ['Begins', `${dayOf(startsAt)}, ${timeOf(startsAt)}`],
    ['Ends', timeOf(endsAt)],
    ['Instructor', oneLine(instructor, 60)],
  ]
}
