import { one, type Queryable, statement } from '#server/platform/db/query.ts'

export interface PaymentBalance {
  amount_paise: number
  /** Sum of every refund that has not failed, sent or not. */
  committed_paise: number
  /** Sum of the refunds that the provider has processed. */
  refunded_paise: number
  /** Captured money that can still be refunded; 0 when there is none. */
  refundable_paise: number
}

const paymentBalance = statement<PaymentBalance>(
  'payment_balance',
  `select amount_paise, committed_paise, refunded_paise, refundable_paise from payment_balances where payment_id = $1`,
)

/** Returns the refund sums of a payment, in paise. A caller that decides by them must hold the payment's lock. */
export async function balanceOf(tx: Queryable, paymentId: number): Promise<PaymentBalance> {
  return one(tx, paymentBalance, [paymentId])
}

const refundableInPlace = statement<{ paise: number }>('refundable_in_place', `select place_refundable($1) as paise`)

/** Returns what can be refunded of the place that a payment is for, in paise: of all its parts. */
export async function refundableOfPlace(tx: Queryable, paymentId: number): Promise<number> {
  return (await one(tx, refundableInPlace, [paymentId])).paise
}
