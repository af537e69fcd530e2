import type { System } from '#server/platform/auth/principal.ts'
import { one, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { rupeesOf } from '#server/platform/text/format.ts'
import { needsReview } from './list-review.ts'
import type { Decider } from '#server/money/refunds/queue-refund.ts'

export interface Ledger {
  captured: number
  enrolled: number
  refunded: number
  refund_due: number
  review: number
  /** Captured payments without a disposition; none when the ledger balances. */
  pending: number
  /** Enrolled payments that do not have exactly one enrolment and one receipt, which may wait. */
  without_enrolment: number
  /** Payments whose refunds do not add up to their disposition `refunded` or `refund_due`. */
  misstated: number
  /** Payments of which a person has to decide, such as a refund that failed. Each has its disposition, so the ledger balances with them. */
  to_decide: number
  /** Open payments at the provider that no order here matches; they are reviewed apart from the payments. */
  unmatched: number
  /** Captured payments that are known from quarantined events alone, because the comparison with the provider has not found them yet. */
  unexplained: number
  /** Restores whose question, what was issued since, is not answered. */
  open_restores: number
  /** Receipts and refund notes that wait for the answer about a restore. */
  waiting_documents: number
  /** What of them is not refunded. */
  unmatched_paise: number
  disputes_lost: number
  /** Paise that the provider deducted for lost disputes. */
  lost_paise: number
  /** Differences from the provider's payments and refunds that the last comparison found. */
  differences: string[]
  compared_at: Date | null
  /** What the sums of the figures lacked when they were last compared with the payments. */
  figure_differences: string[]
  captured_paise: number
  refunded_paise: number
}

/** What each slice of payments adds to the ledger. */
type Sums = Pick<
  Ledger,
  | 'captured'
  | 'enrolled'
  | 'refunded'
  | 'refund_due'
  | 'review'
  | 'pending'
  | 'without_enrolment'
  | 'misstated'
  | 'captured_paise'
>

/** Payments of one slice. Their enrolments and receipts are read from an index in the same order. */
const slicePayments = 100_000

const ledgerSlice = statement<Sums>(
  'ledger_slice',
  `select count(*)::int as captured,
     count(*) filter (where disposition = 'enrolled')::int as enrolled,
     count(*) filter (where disposition = 'refunded')::int as refunded,
     count(*) filter (where disposition = 'refund_due')::int as refund_due,
     count(*) filter (where disposition = 'review')::int as review,
     count(*) filter (where disposition = 'pending')::int as pending,
     count(*) filter (where disposition = 'enrolled' and (
       e.payment_id is null and not exists (select from instalments i where i.payment_id = p.id)
       or r.payment_id is null and not exists (select from waiting_documents w where w.payment_id = p.id)))::int as without_enrolment,
     count(*) filter (where disposition in ('refunded', 'refund_due') and (disposition = 'refunded') <> (p.amount_paise =
       (select coalesce(sum(b.amount_paise), 0) from refunds b where b.payment_id = p.id and b.status = 'processed')))::int as misstated,
     coalesce(sum(p.amount_paise), 0)::bigint as captured_paise
   from captured_payments p
   left join enrolments e on e.payment_id = p.id and e.payment_id > $1 and e.payment_id <= $2
   left join receipts r on r.payment_id = p.id and r.payment_id > $1 and r.payment_id <= $2
   where p.id > $1 and p.id <= $2`,
)
const ledgerRest = statement<Omit<Ledger, keyof Sums> & { last_payment: number }>(
  'ledger_rest',
  `with unmatched as (select open_paise from open_unmatched_payments where status = 'captured')
   select coalesce((select max(id) from payments), 0) as last_payment,
     (select count(*)::int from unmatched) as unmatched, (select coalesce(sum(open_paise), 0)::bigint from unmatched) as unmatched_paise,
     (select count(distinct coalesce(w.provider_payment_id, w.event_id))::int from webhook_events w
      where w.quarantined and w.event_type in ('payment.captured', 'order.paid', 'unreadable')
        and not exists (select from payments p where p.provider_payment_id = w.provider_payment_id)
        and not exists (select from unmatched_payments u where u.provider_payment_id = w.provider_payment_id)) as unexplained,
     (select count(*)::int from restores where answered_at is null) as open_restores,
     (select count(*)::int from waiting_documents) as waiting_documents,
     (select count(*)::int from payments p join payment_balances s on s.payment_id = p.id where ${needsReview}) as to_decide,
     (select count(*)::int from disputes where status = 'lost') as disputes_lost,
     (select coalesce(sum(amount_deducted_paise), 0)::bigint from disputes where status = 'lost') as lost_paise,
     coalesce((select differences from sweep_progress), '{}') as differences, (select compared_at from sweep_progress) as compared_at,
     coalesce((select differences from figure_checks), '{}') as figure_differences,
     (select coalesce(sum(amount_paise), 0)::bigint from refunds where status = 'processed') as refunded_paise`,
)

/**
 * Returns the counts and sums of all captured money. Amounts are paise. It reads the payments in slices, so that no statement grows
 * with them; what is counted of one payment is of one moment.
 */
export async function readLedger(deps: Pick<Deps, 'db'>, _principal: Decider | System): Promise<Ledger> {
  const { last_payment: last, ...rest } = await one(deps.db, ledgerRest)
  const sums: Sums = {
    captured: 0,
    enrolled: 0,
    refunded: 0,
    refund_due: 0,
    review: 0,
    pending: 0,
    without_enrolment: 0,
    misstated: 0,
    captured_paise: 0,
  }
  for (let after = 0; after < last; after += slicePayments) {
    const slice = await one(deps.db, ledgerSlice, [after, after + slicePayments])
    for (const name of Object.keys(sums) as (keyof Sums)[]) sums[name] += slice[name]
  }
  return { ...rest, ...sums }
}

/**
 * Returns why the ledger does not balance, each with its figure; none when captured payments equal those enrolled, refunded, due or in
 * review, every enrolment has its receipt, refunds add up, and the provider knows nothing else.
 */
export function ledgerProblems(ledger: Ledger): string[] {
  const disposed = ledger.enrolled + ledger.refunded + ledger.refund_due + ledger.review
  const undecided = Math.max(ledger.pending, Math.abs(ledger.captured - disposed))
  const problems: [number, string, string][] = [
    [undecided, 'payment has no outcome', 'payments have no outcome'],
    [ledger.without_enrolment, 'payment has no enrolment or receipt', 'payments have no enrolment or receipt'],
    [ledger.misstated, 'payment differs from its refunds', 'payments differ from their refunds'],
    [ledger.differences.length, 'differs from the provider', 'differ from the provider'],
    [
      ledger.figure_differences.length,
      'sum of the figures differed from its payments and was corrected',
      'sums of the figures differed from their payments and were corrected',
    ],
    [
      ledger.unmatched,
      `payment of ${rupeesOf(ledger.unmatched_paise)} has no order`,
      `payments of ${rupeesOf(ledger.unmatched_paise)} have no order`,
    ],
    [ledger.unexplained, 'captured payment is known from events alone', 'captured payments are known from events alone'],
    [ledger.open_restores, 'restore waits for its answer', 'restores wait for their answer'],
    [ledger.waiting_documents, 'document waits for the answer about a restore', 'documents wait for the answer about a restore'],
  ]
  return problems.filter(([count]) => count > 0).map(([count, one, many]) => `${count} ${count === 1 ? one : many}`)
}

export const ledgerBalances = (ledger: Ledger): boolean => ledgerProblems(ledger).length === 0
