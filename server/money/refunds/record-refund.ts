import { one, type Queryable, row, rows, statement, transaction } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { endPlaceOf, hasMoneyBeside } from '#server/money/instalments/payments-of-place.ts'
import type { GatewayRefund } from '#server/money/provider/gateway.ts'
import { issueRefundNote } from '#server/money/invoicing/issue-refund-note.ts'
import { returnCoupon } from '#server/money/coupons/use-coupon.ts'
import { balanceOf } from '#server/money/payments/balances.ts'
import { type LockedPayment, lockSale } from '#server/money/payments/locks.ts'

interface RefundRow {
  id: number
  status: 'queued' | 'sent' | 'pending' | 'processed' | 'failed'
  ends_access: boolean
}

const rank = { queued: 0, sent: 1, pending: 2, failed: 3, processed: 4 } as const

const paymentByProviderId = statement<{ id: number }>(
  'payment_by_provider_id',
  `select id from payments where provider_payment_id = $1`,
)
// A refund whose response was lost is found by its key. A foreign refund was made in the provider's dashboard.
const knownRefund = statement<RefundRow>(
  'known_refund',
  `select id, status, ends_access from refunds
   where payment_id = $1 and (provider_refund_id = $2 or idempotency_key = $3) for no key update`,
)
const insertForeignRefund = statement<RefundRow>(
  'insert_foreign_refund',
  `insert into refunds (payment_id, amount_paise, idempotency_key, provider_refund_id, status, reason, actor_kind, ends_access, created_at)
   values ($1, $2, 'provider-' || $3::text, $3, 'pending', 'made at the provider', 'provider', false, app_now())
   returning id, status, ends_access`,
)
const advanceRefund = statement(
  'advance_refund',
  `update refunds set status = $2, provider_refund_id = $3, last_error = null,
     settled_at = case when $2 in ('processed', 'failed') then app_now() end
   where id = $1`,
)
const refundEndsAccess = statement('refund_ends_access', `update refunds set ends_access = true where id = $1`)
// A refund can fail after the provider has reported it; its payment is then not refunded.
const reviewFailedRefund = statement(
  'review_failed_refund',
  `update payments set disposition = 'review' where id = $1 and disposition = 'refunded'`,
)
const markRefunded = statement('mark_refunded', `update payments set status = 'refunded', disposition = 'refunded' where id = $1`)

/**
 * Records a refund as the provider reports it, forward only. A fully refunded payment becomes `refunded`, and access
 * ends where the refund says so. Locks batch, order, payment, coupon and the counter of the refund notes.
 * @throws Error when the payment is unknown
 */
export async function recordRefund(deps: Deps, reported: GatewayRefund): Promise<void> {
  const failed = await transaction(deps.db, (tx) => recordRefundWithin(deps, tx, reported))
  if (failed) deps.log.error({ refund: reported.id }, 'a refund failed at the provider, for review')
}

/**
 * Like `recordRefund`, within the caller's transaction.
 * @returns whether the refund has now failed
 */
export async function recordRefundWithin(deps: Pick<Deps, 'jobs'>, tx: Queryable, reported: GatewayRefund): Promise<boolean> {
  const known = await row(tx, paymentByProviderId, [reported.paymentId])
  const sale = known && (await lockSale(tx, known.id))
  if (!sale) throw new Error(`refund ${reported.id} belongs to an unknown payment`)
  const { payment } = sale
  const refund =
    (await row(tx, knownRefund, [payment.id, reported.id, reported.idempotencyKey])) ??
    (await one(tx, insertForeignRefund, [payment.id, reported.amount, reported.id]))
  if (rank[reported.status] <= rank[refund.status]) return false
  await rows(tx, advanceRefund, [refund.id, reported.status, reported.id])
  if (reported.status === 'processed') {
    await closeWhenWhole(tx, payment, refund)
    await issueRefundNote(deps, tx, refund.id)
  }
  if (reported.status === 'failed') await rows(tx, reviewFailedRefund, [payment.id])
  return reported.status === 'failed'
}

/** Marks a fully refunded payment and ends access. After a refund by staff, which leaves `enrolled`, the refund decides. */
async function closeWhenWhole(tx: Queryable, payment: LockedPayment, refund: RefundRow): Promise<void> {
  const { refunded_paise } = await balanceOf(tx, payment.id)
  const isWhole = refunded_paise >= payment.amount_paise
  // A place that is paid in parts ends with the last of its money.
  const undecided = isWhole && payment.disposition === 'enrolled' && !(await hasMoneyBeside(tx, payment.id))
  if (isWhole) await rows(tx, markRefunded, [payment.id])
  if (isWhole) await returnCoupon(tx, payment.id)
  if (undecided) await rows(tx, refundEndsAccess, [refund.id])
  if (undecided || refund.ends_access) await endPlaceOf(tx, payment.id)
}
