import type { Guest, Staff, Student } from '#server/platform/auth/principal.ts'
import { row, statement, transaction } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/platform/errors/errors.ts'
import { giveUpMails } from '#server/messaging/mail/delete-mail.ts'
import { causeOfTrialChange } from './tell-guests.ts'

const releaseSeat = statement<{ id: number }>(
  'release_seat',
  `update trial_guests g set released_at = app_now() from class_sessions s
   where g.id = $1 and s.id = g.session_id and s.id = $2 and g.released_at is null and s.ends_at > app_now() returning g.id::float8 as id`,
)

/** Gives the seat of a guest back. The lead stays. @throws HttpError 404 without a seat in this class, and after it */
export async function releaseTrialSeat(
  deps: Deps,
  caller: Student | Staff | Guest,
  sessionId: number,
): Promise<{ released: true }> {
  if (caller.kind !== 'guest') throw notFound('Class not found.')
  return transaction(deps.db, async (tx) => {
    if (!(await row(tx, releaseSeat, [caller.id, sessionId]))) throw notFound('Class not found.')
    // Who gave the seat back is told no more of the class. Triggers withdraw the reminders.
    await giveUpMails(tx, causeOfTrialChange(caller.id))
    return { released: true }
  })
}
