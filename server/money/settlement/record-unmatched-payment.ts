import { row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import type { GatewayPayment } from '#server/money/provider/gateway.ts'
import { storeProviderOrder } from '#server/money/payments/store-provider-order.ts'
import { settlePayment } from './settle-payment.ts'

/** The receipt format of `server/money/checkout/reserve-order.ts`: the batch id and twelve random bytes. */
const ownReceipt = /^kb(\d{1,9})-[\da-f]{24}$/

const orderByReceipt = statement<{ id: number; provider_order_id: string | null }>(
  'order_by_receipt',
  `select id, provider_order_id from payment_orders where receipt = $1`,
)
// The provider says how the payment is now. A whole refund that failed makes a refunded one captured again.
const saveUnmatchedPayment = statement<{ is_new: boolean }>(
  'save_unmatched_payment',
  `insert into unmatched_payments as s (provider_payment_id, provider_order_id, receipt, batch_id, amount_paise, currency, status,
     email, contact, paid_at, refunded_paise, found_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, app_now())
   on conflict (provider_payment_id) do update
     set status = excluded.status, amount_paise = excluded.amount_paise, refunded_paise = excluded.refunded_paise,
       email = case when excluded.status = 'refunded' or s.dismissed_at is not null then null else s.email end,
       contact = case when excluded.status = 'refunded' or s.dismissed_at is not null then null else s.contact end
   returning xmax = 0 as is_new`,
)

/**
 * Handles a payment of an unknown provider order. If an order here has its receipt but no id, as after a crash, the
 * payment settles it; with a receipt of ours it goes to review. Other payments of the account are ignored.
 */
export async function recordUnmatchedPayment(deps: Deps, keyId: string, payment: GatewayPayment): Promise<void> {
  const { orderId, status } = payment
  if (!orderId || (status !== 'authorized' && status !== 'captured' && status !== 'refunded')) return
  const { receipt } = await deps.gateway.fetchOrder(keyId, orderId)
  const batch = ownReceipt.exec(receipt ?? '')?.[1]
  if (!batch) return
  const order = await row(deps.db, orderByReceipt, [receipt])
  if (order && !order.provider_order_id) {
    await storeProviderOrder(deps, order.id, orderId)
    await settlePayment(deps, order.id, payment)
    return
  }
  const [saved] = await rows(deps.db, saveUnmatchedPayment, [
    payment.id,
    orderId,
    receipt,
    Number(batch),
    payment.amount,
    payment.currency,
    status,
    status === 'refunded' ? null : payment.email,
    status === 'refunded' ? null : payment.contact,
    payment.createdAt,
    Math.min(payment.amount, payment.amountRefunded),
  ])
  if (saved?.is_new && status !== 'refunded') {
    const { id, amount } = payment
    deps.log.error({ payment: id, receipt, amount }, 'a payment with our receipt matches no order, for review')
  }
}
