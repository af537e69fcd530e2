/** What became of a payment for the school's books; `docs/architecture.md` shows who moves it. */
export type Disposition = 'pending' | 'enrolled' | 'refund_due' | 'refunded' | 'review'
