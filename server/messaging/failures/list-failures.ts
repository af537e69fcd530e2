import { listedFailures, type StuckJob, type StuckMail } from '#contract/messaging/staff/failures.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { one, rows, statement } from '#server/platform/db/query.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import type { Deps } from '#server/deps.ts'
import { watchedJobs } from './watched-jobs.ts'

/** A mail with fewer failures is on its usual way. */
const usualTries = 3
/** Days after which a mail that was given up is history. */
const recentDays = 30
/** As above, of one that expired: nobody can send it any more. */
const expiredDays = 3

// Conditions of the lists, and of their counts on Today. A mail that was superseded was given up without a failure. One that was withdrawn
// has expired at that moment. Those that expired while they waited come last, because nothing is left to do about them.
const failedMail = `sent_at is null and last_error is not null
  and (given_up_at is null and attempts >= $1
    or given_up_at >= app_now() - make_interval(days => $2) and coalesce(expires_at > app_now(), true)
    or given_up_at < expires_at and expires_at <= app_now() and given_up_at >= app_now() - make_interval(days => $3))`
const expiredMail = `sent_at is null and given_up_at > expires_at and given_up_at >= app_now() - make_interval(days => $3)`
// Mails have rows of their own above.
const failedJob = `${watchedJobs}
  and (state = 'retry' and retry_count >= $1 or state = 'failed' and completed_on >= now() - make_interval(days => $2))`

const stuckMails = statement<StuckMail>(
  'stuck_mails',
  `with stuck as (
     (select id, coalesce(expires_at <= app_now(), false) as is_expired from mail_outbox
      where ${failedMail} order by id limit $4)
     union all
     (select id, true from mail_outbox
      where ${expiredMail} order by given_up_at desc limit $4))
   select m.id, m.template, m.to_address as to, m.attempts, s.is_expired,
     coalesce(m.last_error, 'It expired before it could be sent.') as detail,
     ${isoInstant('m.created_at')} as created_at, m.given_up_at is not null as is_given_up
   from stuck s join mail_outbox m on m.id = s.id order by s.is_expired, m.id limit $4`,
)
const stuckJobs = statement<StuckJob>(
  'stuck_jobs',
  `select id, name, retry_count + 1 as attempts, left(coalesce(output ->> 'message', output::text), 300) as detail,
     ${isoInstant('created_on')} as created_at, case when state = 'retry' then ${isoInstant('start_after')} end as next_at
   from pgboss.job where ${failedJob} order by created_on, id limit $3`,
)
const countedFailures = statement<{ mails: number; jobs: number }>(
  'counted_failures',
  `select (select count(*)::int from mail_outbox where ${failedMail}) + (select count(*)::int from mail_outbox where ${expiredMail}) as mails,
     (select count(*)::int from pgboss.job where ${failedJob}) as jobs`,
)

/** Returns mails and jobs that keep failing, the oldest first. */
export async function listFailures(deps: Pick<Deps, 'db'>, _staff: Staff): Promise<{ mails: StuckMail[]; jobs: StuckJob[] }> {
  const [mails, jobs] = await Promise.all([
    rows(deps.db, stuckMails, [usualTries, recentDays, expiredDays, listedFailures]),
    rows(deps.db, stuckJobs, [usualTries, recentDays, listedFailures]),
  ])
  return { mails, jobs }
}

/** Counts what the lists would hold without their limit. */
export const countFailures = (deps: Pick<Deps, 'db'>, _staff: Staff): Promise<{ mails: number; jobs: number }> =>
  one(deps.db, countedFailures, [usualTries, recentDays, expiredDays])
