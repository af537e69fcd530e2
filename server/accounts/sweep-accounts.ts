import type { System } from '../auth/principal.ts'
import { rows, statement } from '../db/query.ts'
import type { Deps } from '../deps.ts'
import { sweepRegistrations } from './sweep-registrations.ts'

/** Deletes expired rows. Each retention exceeds the longest limit that reads the table. */
const expired = [
  statement('delete_old_guesses', `delete from code_guesses where guessed_at < app_now() - interval '2 days'`),
  statement('delete_old_sends', `delete from code_sends where sent_at < app_now() - interval '2 days'`),
  statement('delete_old_codes', `delete from codes where expires_at < app_now() - interval '1 day'`),
  statement('delete_old_sessions', `delete from sessions where expires_at < app_now() - interval '7 days'`),
  statement('delete_old_pending_changes', `delete from pending_changes where requested_at < app_now() - interval '1 day'`),
  statement('delete_old_undo_links', `delete from undo_links where expires_at < app_now()`),
]

export async function sweepAccounts(deps: Pick<Deps, 'db'>, system: System): Promise<void> {
  for (const statement of expired) await rows(deps.db, statement)
  await sweepRegistrations(deps, system)
}
