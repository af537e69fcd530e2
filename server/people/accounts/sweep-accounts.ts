import type { System } from '#server/platform/auth/principal.ts'
import { inSlices } from '#server/platform/db/in-slices.ts'
import { statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { sweepRegistrations } from './sweep-registrations.ts'

/** Deletes expired rows. Each retention exceeds the longest limit that reads the table. */
const expired = [
  statement(
    'delete_old_guesses',
    `delete from code_guesses where ctid = any (array(
       select ctid from code_guesses where guessed_at < app_now() - interval '2 days' limit $1))
     returning 1`,
  ),
  statement(
    'delete_old_sends',
    `delete from code_sends where ctid = any (array(
       select ctid from code_sends where sent_at < app_now() - interval '2 days' limit $1))
     returning 1`,
  ),
  statement(
    'delete_old_codes',
    `delete from codes where ctid = any (array(
       select ctid from codes where expires_at < app_now() - interval '1 day' limit $1))
     returning 1`,
  ),
  statement(
    'delete_old_sessions',
    `delete from sessions where ctid = any (array(
       select ctid from sessions where expires_at < app_now() - interval '7 days' limit $1))
     returning 1`,
  ),
  statement(
    'delete_old_pending_changes',
    `delete from pending_changes where ctid = any (array(
       select ctid from pending_changes where requested_at < app_now() - interval '1 day' limit $1))
     returning 1`,
  ),
  statement(
    'delete_old_undo_links',
    `delete from undo_links where ctid = any (array(
       select ctid from undo_links where expires_at < app_now() limit $1))
     returning 1`,
  ),
]

export async function sweepAccounts(deps: Pick<Deps, 'db'>, system: System): Promise<void> {
  for (const statement of expired) await inSlices(deps.db, statement)
  await sweepRegistrations(deps, system)
}
