import { sweepRegistrations } from '../accounts/sweep-registrations.ts'
import { rows, statement } from '../db/query.ts'
import type { Deps } from '../deps.ts'

/** What nothing asks for any more, a statement a table; each keeps longer than the longest limit that reads it. */
const leftovers = [
  statement('sweep_limits', `delete from limit_counters where window_start < app_now() - interval '1 day'`),
  statement('sweep_guesses', `delete from code_guesses where guessed_at < app_now() - interval '2 days'`),
  statement('sweep_sends', `delete from code_sends where sent_at < app_now() - interval '2 days'`),
  statement('sweep_codes', `delete from codes where expires_at < app_now() - interval '1 day'`),
  statement('sweep_sessions', `delete from sessions where expires_at < app_now() - interval '7 days'`),
  // A secret that was never delivered must not outlive its use.
  statement(
    'sweep_sealed',
    `update mail_outbox set sealed = null, given_up_at = coalesce(given_up_at, app_now())
    where sealed is not null and expires_at < app_now() - interval '1 hour'`,
  ),
  statement('sweep_pending_changes', `delete from pending_changes where requested_at < app_now() - interval '1 day'`),
  statement('sweep_undo_links', `delete from undo_links where expires_at < app_now()`),
  // Worked off by a version that kept what they say.
  statement('sweep_webhooks', `update webhook_events set body = '' where processed_at is not null and body <> ''`),
  // The last mail to somebody who asked that nothing be kept of them.
  statement(
    'sweep_farewells',
    `delete from mail_outbox where template = 'account-erased' and (sent_at is not null or given_up_at is not null)`,
  ),
]

const pastRetention = [
  statement('sweep_enquiries', `delete from enquiries where created_at < app_now() - make_interval(days => $1)`),
  statement(
    'sweep_mails',
    `delete from mail_outbox where created_at < app_now() - make_interval(days => $1)
       and (sent_at is not null or given_up_at is not null)`,
  ),
]

// Never tried in an hour: no job stands for it, as after a restore, since snapshots hold no jobs.
const forgottenMails = statement<{ id: number }>(
  'forgotten_mails',
  `select id from mail_outbox
   where attempts = 0 and sent_at is null and given_up_at is null and created_at < app_now() - interval '1 hour'
   order by id limit 1000`,
)

/**
 * Hourly, in one process: deletes what limits and codes leave behind, so that their tables stay small, and queues mails
 * that nobody will send otherwise.
 */
export async function sweep(deps: Pick<Deps, 'db' | 'config' | 'jobs'>): Promise<void> {
  for (const statement of leftovers) await rows(deps.db, statement)
  for (const statement of pastRetention) await rows(deps.db, statement, [deps.config.enquiryRetentionDays])
  await sweepRegistrations(deps)
  for (const { id } of await rows(deps.db, forgottenMails)) await deps.jobs.send(deps.db, 'deliver-mail', { id })
}
