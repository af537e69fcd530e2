import { one, type Queryable, statement } from '../db/query.ts'

export interface PaymentBalance {
  amount_paise: number
  /** Promised to go back or gone already: every refund that has not failed. */
  committed_paise: number
  /** Gone back, as the provider says. */
  refunded_paise: number
  /** What can still be refunded of captured money; 0 when nothing can. */
  refundable_paise: number
}

const paymentBalance = statement<PaymentBalance>(
  'payment_balance',
  `select amount_paise, committed_paise, refunded_paise, refundable_paise from payment_balances where payment_id = $1`,
)

/** The caller holds the payment's lock when it decides by it. */
export async function balanceOf(tx: Queryable, paymentId: number): Promise<PaymentBalance> {
  return one(tx, paymentBalance, [paymentId])
}
