/** The state of a payment's money; `docs/payments.md` lists the transitions. */
export type Disposition = 'pending' | 'enrolled' | 'refund_due' | 'refunded' | 'review'
