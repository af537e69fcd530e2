import { one, type Queryable, row, rows, statement, transaction } from '../../db/query.ts'
import type { Deps } from '../../deps.ts'
import { endEnrolmentOf } from '../../enrolment/enrol.ts'
import { lockBatch } from '../../enrolment/seats.ts'
import type { GatewayRefund } from '../provider/gateway.ts'
import { issueVoucher } from '../invoicing/issue-voucher.ts'
import type { Disposition } from '../disposition.ts'

interface PaymentRow {
  id: number
  batch_id: number
  order_id: number
}
interface LockedPayment {
  id: number
  amount_paise: number
  disposition: Disposition
}
interface RefundRow {
  id: number
  status: 'queued' | 'sent' | 'pending' | 'processed' | 'failed'
  ends_access: boolean
}

const rank = { queued: 0, sent: 1, pending: 2, failed: 3, processed: 4 } as const

const refundedPayment = statement<PaymentRow>(
  'refunded_payment',
  `select p.id, o.batch_id, o.id as order_id
   from payments p join payment_orders o on o.id = p.order_id where p.provider_payment_id = $1`,
)
const lockOrderOfRefund = statement('lock_order_of_refund', `select 1 from payment_orders where id = $1 for no key update`)
const lockPaymentOfRefund = statement<LockedPayment>(
  'lock_payment_of_refund',
  `select id, amount_paise, disposition from payments where id = $1 for no key update`,
)
// Ours whose answer was lost is known by its key; one that nobody here asked for was made in the provider's dashboard.
const knownRefund = statement<RefundRow>(
  'known_refund',
  `select id, status, ends_access from refunds
   where payment_id = $1 and (provider_refund_id = $2 or idempotency_key = $3) for no key update`,
)
const insertForeignRefund = statement<RefundRow>(
  'insert_foreign_refund',
  `insert into refunds (payment_id, amount_paise, idempotency_key, provider_refund_id, status, reason, actor, ends_access, created_at)
   values ($1, $2, 'provider-' || $3::text, $3, 'pending', 'made at the provider', 'provider', false, app_now())
   returning id, status, ends_access`,
)
const advanceRefund = statement(
  'advance_refund',
  `update refunds set status = $2, provider_refund_id = $3, last_error = null,
     settled_at = case when $2 in ('processed', 'failed') then app_now() end
   where id = $1`,
)
const processedRefunds = statement<{ paise: number }>(
  'processed_refunds',
  `select coalesce(sum(amount_paise), 0)::bigint as paise from refunds where payment_id = $1 and status = 'processed'`,
)
const refundEndsAccess = statement('refund_ends_access', `update refunds set ends_access = true where id = $1`)
// Money that was called refunded before this failed has not gone back after all.
const reviewFailedRefund = statement(
  'review_failed_refund',
  `update payments set disposition = 'review' where id = $1 and disposition = 'refunded'`,
)
const markRefunded = statement('mark_refunded', `update payments set status = 'refunded', disposition = 'refunded' where id = $1`)

/**
 * Takes what the provider says of a refund, forward only. When all of a payment has gone back it is refunded, and
 * access ends where the refund says so. Locks batch, order, payment and voucher counter in the order of every other verb.
 */
export async function recordRefund(deps: Deps, reported: GatewayRefund): Promise<void> {
  const failed = await transaction(deps.db, async (tx) => {
    const found = await row(tx, refundedPayment, [reported.paymentId])
    if (!found) throw new Error(`refund ${reported.id} is of a payment that is not known`)
    await lockBatch(tx, found.batch_id)
    await rows(tx, lockOrderOfRefund, [found.order_id])
    const payment = await one(tx, lockPaymentOfRefund, [found.id])
    const refund =
      (await row(tx, knownRefund, [payment.id, reported.id, reported.idempotencyKey])) ??
      (await one(tx, insertForeignRefund, [payment.id, reported.amount, reported.id]))
    if (rank[reported.status] <= rank[refund.status]) return false
    await rows(tx, advanceRefund, [refund.id, reported.status, reported.id])
    if (reported.status === 'processed') {
      await closeWhenWhole(tx, payment, refund)
      await issueVoucher(deps, tx, refund.id)
    }
    if (reported.status === 'failed') await rows(tx, reviewFailedRefund, [payment.id])
    return reported.status === 'failed'
  })
  if (failed) deps.log.error({ refund: reported.id }, 'a refund failed at the provider, for a person to look at')
}

/** What went back bit by bit, or at the provider, ends the access once it is the whole, unless staff decided about that. */
async function closeWhenWhole(tx: Queryable, payment: LockedPayment, refund: RefundRow): Promise<void> {
  const { paise } = await one(tx, processedRefunds, [payment.id])
  const isWhole = paise >= payment.amount_paise
  const undecided = isWhole && payment.disposition === 'enrolled'
  if (isWhole) await rows(tx, markRefunded, [payment.id])
  if (undecided) await rows(tx, refundEndsAccess, [refund.id])
  if (undecided || refund.ends_access) await endEnrolmentOf(tx, payment.id)
}
