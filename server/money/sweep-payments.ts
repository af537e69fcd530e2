import type { System } from '#server/platform/auth/principal.ts'
import { inSlices } from '#server/platform/db/in-slices.ts'
import { one, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { withoutJob } from '#server/platform/jobs/without-job.ts'

// The network limits holds only while the hold is live.
const eraseOrderNetworksOfLapsedHolds = statement(
  'erase_order_networks_of_lapsed_holds',
  `update payment_orders set network = null where network is not null and hold_until < app_now()`,
)
// An earlier version did not erase the body of a processed event.
const eraseProcessedEvents = statement(
  'erase_processed_events',
  `update webhook_events set body = '' where ctid = any (array(
     select ctid from webhook_events where processed_at is not null and body <> '' limit $1))
   returning 1`,
)
// Settling is forward only, so an event that comes again after that changes nothing. A person's decision stays in the log.
const deleteOldEvents = statement(
  'delete_old_events',
  `delete from webhook_events where ctid = any (array(
     select ctid from webhook_events
     where received_at < app_now() - make_interval(days =>
         greatest(30, coalesce((select (settings ->> 'keep_events_days')::integer from site_settings), 400)))
       and not quarantined and (processed_at is not null or dismissed_at is not null)
     order by received_at limit $1))
   returning 1`,
)
// No job sends the refund of an offline payment.
const isPaidBackByHand = `exists (select 1 from payments p join payment_orders o on o.id = p.order_id
       where p.id = r.payment_id and o.provider = 'offline')`
const refundsWithoutJob = statement<{ id: number }>(
  'refunds_without_job',
  `select r.id from refunds r
   where r.status in ('queued', 'sent') and r.created_at < app_now() - interval '1 hour' and ${withoutJob('send-refund', 'r.id')}
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

const cancellationsWithoutJob = statement<{ id: number }>(
  'cancellations_without_job',
  `select distinct c.batch_id as id from cancelled_enrolments c
   where c.outcome = 'waiting' and ${withoutJob('cancel-batch', 'c.batch_id')} order by 1 limit 100`,
)

/** Erases expired personal data of payments and old events, queues refunds and cancelled batches that have no job, and logs overdue refunds. */
export async function sweepPayments(deps: Pick<Deps, 'db' | 'jobs' | 'log'>, _system: System): Promise<void> {
  await rows(deps.db, eraseOrderNetworksOfLapsedHolds)
  await inSlices(deps.db, eraseProcessedEvents)
  await inSlices(deps.db, deleteOldEvents)
  for (const { id } of await rows(deps.db, refundsWithoutJob)) await deps.jobs.send(deps.db, 'send-refund', { id })
  for (const { id } of await rows(deps.db, cancellationsWithoutJob)) await deps.jobs.send(deps.db, 'cancel-batch', { id })
  const overdue = await one(deps.db, overdueRefunds, [overdueHours])
  if (overdue.refunds > 0) deps.log.error(overdue, 'refunds are overdue')
}
