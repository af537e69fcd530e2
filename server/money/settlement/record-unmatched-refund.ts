import { row, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import type { GatewayPayment, GatewayRefund } from '#server/money/provider/gateway.ts'

// Events come in any order, so only a refund that failed lowers the sum.
const saveUnmatchedRefund = statement(
  'save_unmatched_refund',
  `update unmatched_payments set
     refunded_paise = least(amount_paise, case when $4 then $3 else greatest(refunded_paise, $3) end),
     status = case when $2 then 'refunded' when $4 and status = 'refunded' then 'captured' else status end,
     email = case when $2 then null else email end, contact = case when $2 then null else contact end
   where provider_payment_id = $1 returning 1`,
)
const openUnmatchedPayment = statement(
  'open_unmatched_payment',
  `select 1 from open_unmatched_payments where provider_payment_id = $1`,
)

/**
 * Records what an event says is refunded of a payment without an order. One that is wholly refunded leaves the review.
 * @returns whether the payment is known as one without an order
 */
export async function recordUnmatchedRefund(
  deps: Pick<Deps, 'db'>,
  { id, status, amountRefunded }: GatewayPayment,
  refund: GatewayRefund,
): Promise<boolean> {
  const values = [id, status === 'refunded', amountRefunded, refund.status === 'failed']
  return (await row(deps.db, saveUnmatchedRefund, values)) !== undefined
}

/** Returns whether a payment without an order waits for a person. */
export async function isOpenUnmatched(deps: Pick<Deps, 'db'>, paymentId: string): Promise<boolean> {
  return (await row(deps.db, openUnmatchedPayment, [paymentId])) !== undefined
}
