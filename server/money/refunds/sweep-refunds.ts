import type { Deps } from '#server/deps.ts'
import type { System } from '#server/platform/auth/principal.ts'
import { one, rows, statement } from '#server/platform/db/query.ts'
import { withoutJob } from '#server/platform/jobs/without-job.ts'
import { sendRefundJob } from './jobs.ts'

// No job sends the refund of an offline payment.
const isPaidBackByHand = `exists (select 1 from payments p join payment_orders o on o.id = p.order_id
       where p.id = r.payment_id and o.provider = 'offline')`
const refundsWithoutJob = statement<{ id: number }>(
  'refunds_without_job',
  `select r.id from refunds r
   where r.status in ('queued', 'sent') and r.created_at < app_now() - interval '1 hour' and ${withoutJob(sendRefundJob, 'r.id')}
     and not ${isPaidBackByHand}
   order by r.id limit 1000`,
)
/** Hours after which an unsent refund is logged as overdue. */
const overdueHours = 4
const overdueRefunds = statement<{ refunds: number; oldest_refund: Date | null }>(
  'overdue_refunds',
  `select count(*)::int as refunds, min(r.created_at) as oldest_refund from refunds r
   where r.status in ('queued', 'sent') and r.created_at < app_now() - make_interval(hours => $1) and not ${isPaidBackByHand}`,
)

/** Queues refunds that have no job, and logs overdue ones. */
export async function sweepRefunds(deps: Pick<Deps, 'db' | 'jobs' | 'log'>, _system: System): Promise<void> {
  for (const { id } of await rows(deps.db, refundsWithoutJob)) await deps.jobs.send(deps.db, sendRefundJob, { id })
  const overdue = await one(deps.db, overdueRefunds, [overdueHours])
  if (overdue.refunds > 0) deps.log.error(overdue, 'refunds are overdue')
}
