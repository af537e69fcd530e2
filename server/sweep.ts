import { sweepRegistrations } from './accounts/sweep-registrations.ts'
import { one, rows, statement } from './db/query.ts'
import type { System } from './auth/principal.ts'
import type { Deps } from './deps.ts'

/** Rows that are no longer read, one statement per table. Each is kept longer than the longest limit that reads it. */
const leftovers = [
  statement('sweep_limits', `delete from limit_counters where window_start < app_now() - interval '1 day'`),
  statement('sweep_guesses', `delete from code_guesses where guessed_at < app_now() - interval '2 days'`),
  statement('sweep_sends', `delete from code_sends where sent_at < app_now() - interval '2 days'`),
  statement('sweep_codes', `delete from codes where expires_at < app_now() - interval '1 day'`),
  statement('sweep_sessions', `delete from sessions where expires_at < app_now() - interval '7 days'`),
  // A secret that was never delivered is erased once it has expired.
  statement(
    'sweep_sealed',
    `update mail_outbox set sealed = null, given_up_at = coalesce(given_up_at, app_now())
    where sealed is not null and expires_at < app_now() - interval '1 hour'`,
  ),
  statement('sweep_pending_changes', `delete from pending_changes where requested_at < app_now() - interval '1 day'`),
  statement('sweep_undo_links', `delete from undo_links where expires_at < app_now()`),
  // Where a hold was asked for counts only while it lives.
  statement('sweep_networks', `update payment_orders set network = null where network is not null and hold_until < app_now()`),
  // Processed by a version that kept their bodies.
  statement('sweep_webhooks', `update webhook_events set body = '' where processed_at is not null and body <> ''`),
  // The last mail to a person whose account was erased.
  statement(
    'sweep_erasure_mails',
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

// No job stands for it: after a restore, since snapshots hold no jobs, and once the queue has given a job up.
const withoutJob = (name: string, id: string) => `not exists (
     select 1 from pgboss.job j
     where j.name = '${name}' and j.state in ('created', 'retry', 'active') and j.data ->> 'id' = ${id}::text)`
const forgottenMails = statement<{ id: number }>(
  'forgotten_mails',
  `select m.id from mail_outbox m
   where m.sent_at is null and m.given_up_at is null and m.created_at < app_now() - interval '1 hour'
     and ${withoutJob('deliver-mail', 'm.id')}
   order by m.id limit 1000`,
)
const forgottenRefunds = statement<{ id: number }>(
  'forgotten_refunds',
  `select r.id from refunds r
   where r.status in ('queued', 'sent') and r.created_at < app_now() - interval '1 hour' and ${withoutJob('send-refund', 'r.id')}
   order by r.id limit 1000`,
)
/** Hours after which a mail, or money on its way, is late enough for a person to look. */
const overdueHours = 4
const overdueWork = statement<{ mails: number; refunds: number; oldest_mail: Date | null; oldest_refund: Date | null }>(
  'overdue_work',
  `select m.mails, m.oldest_mail, r.refunds, r.oldest_refund
   from (select count(*)::int as mails, min(created_at) as oldest_mail from mail_outbox
         where sent_at is null and given_up_at is null and created_at < app_now() - make_interval(hours => $1)) m,
     (select count(*)::int as refunds, min(created_at) as oldest_refund from refunds
      where status in ('queued', 'sent') and created_at < app_now() - make_interval(hours => $1)) r`,
)

/**
 * Runs hourly in one process. Deletes expired rows, queues mails and refunds that have lost their job, and logs those that
 * are late.
 */
export async function sweep(deps: Pick<Deps, 'db' | 'config' | 'jobs' | 'log'>, system: System): Promise<void> {
  for (const statement of leftovers) await rows(deps.db, statement)
  for (const statement of pastRetention) await rows(deps.db, statement, [deps.config.enquiryRetentionDays])
  await sweepRegistrations(deps, system)
  for (const { id } of await rows(deps.db, forgottenMails)) await deps.jobs.send(deps.db, 'deliver-mail', { id })
  for (const { id } of await rows(deps.db, forgottenRefunds)) await deps.jobs.send(deps.db, 'send-refund', { id })
  const waiting = await one(deps.db, overdueWork, [overdueHours])
  if (waiting.mails > 0 || waiting.refunds > 0) deps.log.error({ ...waiting }, 'mails or refunds wait for longer than they should')
}
