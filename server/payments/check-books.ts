import { one, statement } from '../db/query.ts'
import type { Deps } from '../deps.ts'

export interface Books {
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
  captured_paise: number
  refunded_paise: number
}

const count = statement<Books>(
  'count_books',
  `select count(*)::int as captured,
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
     coalesce(sum(amount_paise), 0)::bigint as captured_paise,
     (select coalesce(sum(amount_paise), 0)::bigint from refunds where status = 'processed') as refunded_paise
   from payments p where status in ('captured', 'refunded')`,
)

export async function readBooks(deps: Pick<Deps, 'db'>): Promise<Books> {
  return one(deps.db, count)
}

/**
 * Captured money equals what is enrolled, refunded, owed or in review; every place has its receipt, and what is called
 * refunded has gone back to the paisa.
 */
export function booksBalance(books: Books): boolean {
  const placed = books.enrolled + books.refunded + books.refund_due + books.review
  return books.captured === placed && books.pending === 0 && books.without_place === 0 && books.misstated === 0
}
