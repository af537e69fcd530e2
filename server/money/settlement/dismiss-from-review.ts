import { transactionAs } from '#server/platform/audit/staff-transaction.ts'
import { actorOf } from '#server/platform/auth/principal.ts'
import { row, statement } from '#server/platform/db/query.ts'
import { invalid, notFound } from '#server/platform/errors/errors.ts'
import type { Decider, OperatorDeps } from '#server/money/refunds/queue-refund.ts'

// The body has no further use and may contain personal data.
const dismissEvent = statement(
  'dismiss_event',
  `update webhook_events set quarantined = false, processed_at = app_now(), body = '', dismissed_at = app_now(), dismissed_by_kind = $2,
     dismissed_by_id = $3, dismissed_reason = $4
   where event_id = $1 and quarantined returning 1`,
)
const dismissUnmatchedPayment = statement(
  'dismiss_unmatched_payment',
  `update unmatched_payments set email = null, contact = null, dismissed_at = app_now(), dismissed_by_kind = $2, dismissed_by_id = $3,
     dismissed_reason = $4
   where provider_payment_id = $1 and dismissed_at is null returning 1`,
)

/**
 * Dismisses a quarantined webhook or an unmatched payment that a person has dealt with.
 * @param input.id the provider's id of the event or payment
 * @throws HttpError 400 without a reason, 404 when nothing with this id is in review
 */
export async function dismissFromReview(
  deps: Pick<OperatorDeps, 'db'>,
  principal: Decider,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  if (reason.trim() === '') throw invalid('A dismissal needs a reason.', { reason: ['A dismissal needs a reason.'] })
  const values = [id, ...actorOf(principal), reason.trim().slice(0, 500)]
  const dismissed = await transactionAs(
    deps,
    principal,
    async (tx) => (await row(tx, dismissEvent, values)) ?? (await row(tx, dismissUnmatchedPayment, values)),
  )
  if (!dismissed) throw notFound('Nothing of that name waits for a person.')
}
