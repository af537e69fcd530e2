import type { System } from '../../auth/principal.ts'
import { one, statement } from '../../db/query.ts'
import type { Deps } from '../../deps.ts'
import type { Decider } from '../refunds/request-refund.ts'

export interface Ledger {
  captured: number
  enrolled: number
  refunded: number
  refund_due: number
  review: number
  /** Captured payments without a disposition; none when the ledger balances. */
  pending: number
  /** Enrolled payments that do not have exactly one enrolment and one receipt. */
  without_enrolment: number
  /** Payments whose refunds do not add up to their disposition `refunded` or `refund_due`. */
  misstated: number
  /** Open payments at the provider that no order here matches; they are reviewed apart from the payments. */
  unmatched: number
  unmatched_paise: number
  disputes_lost: number
  /** Paise that the provider deducted for lost disputes. */
  lost_paise: number
  /** Differences from the provider's payments and refunds that the last comparison found. */
  differences: string[]
  compared_at: Date | null
  captured_paise: number
  refunded_paise: number
}

const ledgerCounts = statement<Ledger>(
  'ledger_counts',
  `with unmatched as (select amount_paise from open_unmatched_payments where status = 'captured')
   select count(*)::int as captured,
     count(*) filter (where disposition = 'enrolled')::int as enrolled,
     count(*) filter (where disposition = 'refunded')::int as refunded,
     count(*) filter (where disposition = 'refund_due')::int as refund_due,
     count(*) filter (where disposition = 'review')::int as review,
     count(*) filter (where disposition = 'pending')::int as pending,
     count(*) filter (where disposition = 'enrolled' and (
       (select count(*) from enrolments e where e.payment_id = p.id) <> 1
       or (select count(*) from receipts r where r.payment_id = p.id) <> 1))::int as without_enrolment,
     count(*) filter (where disposition in ('refunded', 'refund_due') and (disposition = 'refunded') <> (amount_paise =
       (select coalesce(sum(r.amount_paise), 0) from refunds r where r.payment_id = p.id and r.status = 'processed')))::int as misstated,
     (select count(*)::int from unmatched) as unmatched, (select coalesce(sum(amount_paise), 0)::bigint from unmatched) as unmatched_paise,
     (select count(*)::int from disputes where status = 'lost') as disputes_lost,
     (select coalesce(sum(amount_deducted_paise), 0)::bigint from disputes where status = 'lost') as lost_paise,
     coalesce((select differences from sweep_progress), '{}') as differences, (select compared_at from sweep_progress) as compared_at,
     coalesce(sum(amount_paise), 0)::bigint as captured_paise,
     (select coalesce(sum(amount_paise), 0)::bigint from refunds where status = 'processed') as refunded_paise
   from payments p where status in ('captured', 'refunded')`,
)

/** Returns the counts and sums of all captured money. Amounts are paise. */
export async function readLedger(deps: Pick<Deps, 'db'>, _principal: Decider | System): Promise<Ledger> {
  return one(deps.db, ledgerCounts)
}

/**
 * Checks that captured payments equal those enrolled, refunded, due or in review, that every enrolment has its receipt,
 * that refunds add up, and that nothing differs from the provider's lists.
 */
export function ledgerBalances(ledger: Ledger): boolean {
  const disposed = ledger.enrolled + ledger.refunded + ledger.refund_due + ledger.review
  const isComplete = ledger.captured === disposed && ledger.pending === 0 && ledger.without_enrolment === 0
  return isComplete && ledger.misstated === 0 && ledger.differences.length === 0
}
