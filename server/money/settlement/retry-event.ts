import { transactionAs } from '#server/platform/audit/staff-transaction.ts'
import { row, statement } from '#server/platform/db/query.ts'
import { notFound } from '#server/platform/errors/errors.ts'
import type { Decider, OperatorDeps } from '#server/money/refunds/queue-refund.ts'

const releaseQuarantinedEvent = statement(
  'release_quarantined_event',
  `update webhook_events set quarantined = false, next_attempt_at = app_now() where event_id = $1 and quarantined returning 1`,
)

/**
 * Releases a quarantined webhook; the running server processes it within a minute.
 * @throws HttpError 404 when no such event is quarantined
 */
export async function retryEvent(
  deps: Pick<OperatorDeps, 'db'>,
  principal: Decider,
  { eventId }: { eventId: string },
): Promise<void> {
  const released = await transactionAs(deps, principal, (tx) => row(tx, releaseQuarantinedEvent, [eventId]))
  if (!released) throw notFound('No such event is quarantined.')
}
