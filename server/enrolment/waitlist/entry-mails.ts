import { createHash } from 'node:crypto'
import { pathTo } from '#contract/pages.ts'
import type { Deps } from '#server/deps.ts'
import { queueMail } from '#server/messaging/mail/queue-mail.ts'
import { one, type Queryable, statement } from '#server/platform/db/query.ts'

interface Addressee {
  email: string
  full_name: string
  batch_id: number
  course_id: number
  course_title: string
  batch_type: string
  starts_at: Date
  time_text: string
  amount_paise: number
  offered_until: Date | null
}

const addresseeOfEntry = statement<Addressee>(
  'addressee_of_entry',
  `select u.email, u.full_name, w.batch_id, b.course_id, c.title as course_title, b.batch_type, b.starts_at, b.time_text,
     c.amount_paise, w.offered_until
   from waitlist_entries w join users u on u.id = w.user_id join batches b on b.id = w.batch_id join courses c on c.id = b.course_id
   where w.id = $1`,
)

type MailDeps = Pick<Deps, 'config' | 'jobs'>

/** A secret of a link, and what is stored of it. */
export function makeSecret(deps: Pick<Deps, 'random'>): { token: string; hash: Buffer } {
  const token = deps.random.bytes(32).toString('base64url')
  return { token, hash: hashOfSecret(token) }
}

export const hashOfSecret = (token: string): Buffer => createHash('sha256').update(token).digest()

// In the fragment, so that the secret reaches no log and no referrer.
const linkTo = (deps: MailDeps, batchId: number, token: string) =>
  `${deps.config.publicUrl}${pathTo('waitlist', batchId)}#${token}`

async function describe(tx: Queryable, entryId: number) {
  const found = await one(tx, addresseeOfEntry, [entryId])
  const { full_name: name, course_title: courseTitle, batch_type: batchType, time_text: timeText } = found
  return { found, batch: { name, courseTitle, batchType, startsAt: found.starts_at.toISOString(), timeText } }
}

/** Mails a person who has joined. */
export async function mailJoined(
  deps: MailDeps,
  tx: Queryable,
  { entryId, place, token }: { entryId: number; place: number; token: string },
): Promise<void> {
  const { found, batch } = await describe(tx, entryId)
  const props = { ...batch, place, link: linkTo(deps, found.batch_id, token) }
  await queueMail(
    deps,
    tx,
    { template: 'waitlist-joined', to: found.email, props },
    { secret: 'kept', cause: `waitlist-${entryId}-joined` },
  )
}

/** Mails an offer, until it ends. */
export async function mailOffer(
  deps: MailDeps,
  tx: Queryable,
  { entryId, token, minutes }: { entryId: number; token: string; minutes: number },
): Promise<void> {
  const { found, batch } = await describe(tx, entryId)
  const props = {
    ...batch,
    until: (found.offered_until ?? found.starts_at).toISOString(),
    pricePaise: found.amount_paise,
    link: linkTo(deps, found.batch_id, token),
  }
  await queueMail(
    deps,
    tx,
    { template: 'waitlist-offer', to: found.email, props },
    { secret: 'kept', cause: `waitlist-${entryId}-offer`, expiresInMinutes: Math.max(1, Math.floor(minutes)) },
  )
}

/** Mails that an offer was not taken in time. */
export async function mailLapsed(deps: MailDeps, tx: Queryable, entryId: number): Promise<void> {
  const { found, batch } = await describe(tx, entryId)
  const props = { ...batch, joinUrl: `${deps.config.publicUrl}${pathTo('waitlist', found.batch_id)}` }
  await queueMail(
    deps,
    tx,
    { template: 'waitlist-lapsed', to: found.email, props },
    { cause: `waitlist-${entryId}-lapsed`, lane: 'batch' },
  )
}

export type WhyOver = 'batch_started' | 'batch_cancelled' | 'removed'

/** Mails that a person does not wait any more: the batch began or was cancelled, or staff removed them. */
export async function mailOver(
  deps: MailDeps,
  tx: Queryable,
  { entryId, why, words = '' }: { entryId: number; why: WhyOver; words?: string },
): Promise<void> {
  const { found, batch } = await describe(tx, entryId)
  const courseUrl = `${deps.config.publicUrl}${pathTo('course', found.course_id, { tab: 'batches' })}`
  await queueMail(
    deps,
    tx,
    { template: 'waitlist-over', to: found.email, props: { ...batch, why, words, courseUrl } },
    { cause: `waitlist-${entryId}-over`, lane: 'batch' },
  )
}
