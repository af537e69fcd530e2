import { one, statement } from '../../db/query.ts'
import type { Deps } from '../../deps.ts'

export interface Ledger {
  captured: number
  enrolled: number
  refunded: number
  refund_due: number
  review: number
  /** Captured payments that stand nowhere; none when the books balance. */
  pending: number
  /** Payments called enrolled that have not exactly one place and one receipt ever given for them. */
  without_place: number
  /** Payments whose state says more or less of their refunds than the refunds do: called refunded, or owed, and they add up to something else. */
  misstated: number
  /** Money of ours that the provider has and no order here explains; in a person's review, beside the payments. */
  unmatched: number
  unmatched_paise: number
  disputes_lost: number
  /** Paise that the provider took for lost disputes. */
  lost_paise: number
  /** What the last comparison found that differs from the provider's payments and refunds. */
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
       or (select count(*) from receipts r where r.payment_id = p.id) <> 1))::int as without_place,
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

export async function readLedger(deps: Pick<Deps, 'db'>): Promise<Ledger> {
  return one(deps.db, ledgerCounts)
}

/**
 * Captured money equals what is enrolled, refunded, owed or in review; every place has its receipt, and what is called
 * refunded has gone back to the paisa. Nothing differs from what the provider lists.
 */
export function ledgerBalances(books: Ledger): boolean {
  const placed = books.enrolled + books.refunded + books.refund_due + books.review
  const isPlaced = books.captured === placed && books.pending === 0 && books.without_place === 0
  return isPlaced && books.misstated === 0 && books.differences.length === 0
}
