import type { System } from '#server/platform/auth/principal.ts'
import { inSlices } from '#server/platform/db/in-slices.ts'
import { one, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { withoutJob } from '#server/platform/jobs/without-job.ts'
import { deliveries, type MailLane, sendDeliveries } from './mail-lanes.ts'

// The secret of an undelivered mail must not outlive its expiry.
const eraseExpiredSecrets = statement(
  'erase_expired_secrets',
  `update mail_outbox set sealed = null, given_up_at = coalesce(given_up_at, app_now())
   where ctid = any (array(
     select ctid from mail_outbox where sealed is not null and expires_at < app_now() - interval '1 hour' limit $1))
   returning 1`,
)
// The confirmation of an erasure contains the erased address.
const deleteErasureMails = statement(
  'delete_erasure_mails',
  `delete from mail_outbox where template = 'account-erased' and (sent_at is not null or given_up_at is not null)`,
)
const deleteOldMails = statement(
  'delete_old_mails',
  `delete from mail_outbox where ctid = any (array(
     select ctid from mail_outbox where created_at < app_now() - make_interval(days => $1)
       and (sent_at is not null or given_up_at is not null) limit $2))
   returning 1`,
)
const deleteOldBouncing = statement(
  'delete_old_bouncing',
  `delete from bouncing_addresses where ctid = any (array(
     select ctid from bouncing_addresses where refused_at < app_now() - make_interval(days => $1) limit $2))
   returning 1`,
)
const mailsWithoutJob = statement<{ id: number; lane: MailLane }>(
  'mails_without_job',
  `select m.id, m.lane from mail_outbox m
   where m.sent_at is null and m.given_up_at is null and m.created_at < app_now() - interval '1 hour'
     and ${withoutJob(Object.values(deliveries), 'm.id')}
   order by m.id limit 1000`,
)
/** Hours after which a waiting mail is overdue. */
const overdueHours = 4
const overdueMails = statement<{ mails: number; oldest_mail: Date | null }>(
  'overdue_mails',
  `select count(*)::int as mails, min(created_at) as oldest_mail from mail_outbox
   where sent_at is null and given_up_at is null and created_at < app_now() - make_interval(hours => $1)`,
)

/** Deletes mails past their retention, queues those without a job again, and logs an error while mails are overdue. */
export async function sweepMail(deps: Pick<Deps, 'db' | 'config' | 'jobs' | 'log'>, _system: System): Promise<void> {
  await inSlices(deps.db, eraseExpiredSecrets)
  await rows(deps.db, deleteErasureMails)
  await inSlices(deps.db, deleteOldMails, [deps.config.enquiryRetentionDays])
  await inSlices(deps.db, deleteOldBouncing, [deps.config.enquiryRetentionDays])
  await sendDeliveries(deps, deps.db, await rows(deps.db, mailsWithoutJob))
  const overdue = await one(deps.db, overdueMails, [overdueHours])
  if (overdue.mails > 0) deps.log.error(overdue, 'mails wait for longer than they should')
}
