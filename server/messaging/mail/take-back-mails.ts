import { type Queryable, rows, statement } from '#server/platform/db/query.ts'

interface HeldMail {
  id: number
  waits: boolean
}

// Delivery claims a mail by its row, so a mail that is here and waits can't be sent any more.
const lockHeldMails = statement<HeldMail>(
  'lock_held_mails',
  `select id, sent_at is null and given_up_at is null and sending_until is null
     and coalesce(held_until > app_now(), false) as waits
   from mail_outbox where cause = any ($1) order by id for update`,
)
const deleteHeldMails = statement('delete_held_mails', `delete from mail_outbox where id = any ($1)`)

/**
 * Deletes mails that were queued to be held, by their causes, when all of them still wait. So an act that is undone tells nobody.
 * @returns whether they are gone; false as soon as one person may have been told
 */
export async function takeBackMails(tx: Queryable, causes: readonly string[]): Promise<boolean> {
  if (causes.length === 0) return false
  const held = await rows(tx, lockHeldMails, [causes])
  if (held.length !== causes.length || held.some(({ waits }) => !waits)) return false
  await rows(tx, deleteHeldMails, [held.map(({ id }) => id)])
  return true
}

/**
 * Deletes the mail of a cause when it still waits.
 * @returns whether nobody is told: it is gone, or there was none; false when it may have been sent
 */
export async function takeBackMail(tx: Queryable, cause: string): Promise<boolean> {
  const held = await rows(tx, lockHeldMails, [[cause]])
  if (held.some(({ waits }) => !waits)) return false
  await rows(tx, deleteHeldMails, [held.map(({ id }) => id)])
  return true
}
