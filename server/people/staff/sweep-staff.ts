import type { System } from '#server/platform/auth/principal.ts'
import { rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'

/** Deletes expired rows. Each retention exceeds the longest limit that reads the table. */
const expired = [
  statement('delete_old_staff_guesses', `delete from staff_code_guesses where guessed_at < app_now() - interval '2 days'`),
  statement('delete_old_staff_sends', `delete from staff_code_sends where sent_at < app_now() - interval '2 days'`),
  statement('delete_old_staff_codes', `delete from staff_codes where expires_at < app_now() - interval '1 day'`),
  statement('delete_old_factor_tries', `delete from staff_factor_tries where tried_at < app_now() - interval '1 day'`),
  statement('delete_old_staff_challenges', `delete from staff_challenges where expires_at < app_now()`),
  statement('delete_old_totp_offers', `delete from staff_totp_offers where expires_at < app_now()`),
  statement('delete_old_staff_sessions', `delete from staff_sessions where expires_at < app_now() - interval '90 days'`),
  statement('delete_old_staff_devices', `delete from staff_devices where last_used_at < app_now() - interval '180 days'`),
]

export async function sweepStaff(deps: Pick<Deps, 'db'>, _system: System): Promise<void> {
  for (const statement of expired) await rows(deps.db, statement)
}
