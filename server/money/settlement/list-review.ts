import { rows, statement } from '#server/platform/db/query.ts'
import { type ListedPayment, listedPaymentColumns } from './list-recent-payments.ts'
import type { Decider, OperatorDeps } from '#server/money/refunds/queue-refund.ts'
import { type ListedDispute, listedDisputeColumns } from './list-disputes.ts'

interface LateRefund {
  id: number
  provider_payment_id: string
  amount_paise: number
  status: string
  created_at: Date
  email: string
}
interface UnmatchedPayment {
  provider_payment_id: string
  receipt: string
  batch_id: number | null
  amount_paise: number
  refunded_paise: number
  status: string
  email: string | null
  contact: string | null
  paid_at: Date | null
  /** Whole days since it was paid. */
  age_days: number
}
interface QuarantinedEvent {
  event_id: string
  event_type: string
  received_at: Date
  last_error: string | null
}

export interface Review {
  payments: ListedPayment[]
  /** Unanswered disputes, the most urgent first. */
  disputes: ListedDispute[]
  /** Refunds that are unsettled after seven days. */
  lateRefunds: LateRefund[]
  /** Payments with our receipt that match no order. */
  unmatched: UnmatchedPayment[]
  /** Quarantined webhooks. */
  events: QuarantinedEvent[]
}

/**
 * SQL of the payments `p` with balance `s` that need a decision: in review; refund due but not fully committed; or enrolled
 * with a failed partial refund as the latest one. One that a person has settled comes back when another refund fails.
 */
export const needsReview = `p.id in (
     select x.id from payments x where x.disposition in ('review', 'refund_due')
     union select f.payment_id from refunds f where f.status = 'failed')
   and (p.disposition = 'review'
     or p.disposition = 'refund_due' and p.amount_paise > s.committed_paise
     or p.disposition = 'enrolled' and
       (select r.status from refunds r where r.payment_id = p.id order by r.id desc limit 1) = 'failed')
   and (p.reviewed_at is null
     or exists (select 1 from refunds r where r.payment_id = p.id and r.status = 'failed' and r.settled_at > p.reviewed_at))`

/** SQL condition: the dispute `d` waits for an answer. */
export const isOpenDispute = `d.status in ('open', 'under_review', 'action_required')`
/** SQL condition: the refund `r` is unsettled after seven days. */
export const isLateRefund = `r.status in ('queued', 'sent', 'pending') and r.created_at <= app_now() - interval '7 days'`

const paymentsToReview = statement<ListedPayment>(
  'payments_to_review',
  `select ${listedPaymentColumns} join payment_balances s on s.payment_id = p.id
   where ${needsReview} order by p.id`,
)
const disputesToAnswer = statement<ListedDispute>(
  'disputes_to_answer',
  `select ${listedDisputeColumns} where ${isOpenDispute} order by d.respond_by, d.id`,
)
const lateRefunds = statement<LateRefund>(
  'late_refunds',
  `select r.id, p.provider_payment_id, r.amount_paise, r.status, r.created_at, u.email
   from refunds r join payments p on p.id = r.payment_id join payment_orders o on o.id = p.order_id join users u on u.id = o.user_id
   where ${isLateRefund} order by r.id`,
)
const unmatchedPayments = statement<UnmatchedPayment>(
  'unmatched_payments',
  `select provider_payment_id, receipt, batch_id, amount_paise, refunded_paise, status, email, contact, paid_at,
     floor(extract(epoch from app_now() - coalesce(paid_at, found_at)) / 86400)::integer as age_days
   from open_unmatched_payments
   order by found_at, provider_payment_id`,
)
const quarantinedEvents = statement<QuarantinedEvent>(
  'quarantined_events',
  `select event_id, event_type, received_at, last_error from webhook_events where quarantined order by received_at`,
)

/** Returns everything about money that a person has to decide. */
export async function listReview(deps: Pick<OperatorDeps, 'db'>, _decider: Decider): Promise<Review> {
  return {
    payments: await rows(deps.db, paymentsToReview),
    disputes: await rows(deps.db, disputesToAnswer),
    lateRefunds: await rows(deps.db, lateRefunds),
    unmatched: await rows(deps.db, unmatchedPayments),
    events: await rows(deps.db, quarantinedEvents),
  }
}
