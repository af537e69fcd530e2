import type { RefundListed } from '#contract/money/staff/refunds.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { row, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, notFound } from '#server/platform/errors/errors.ts'
import { lockSale } from '#server/money/payments/locks.ts'
import { refundRecords } from './refund-records.ts'
import { queueRefund } from './queue-refund.ts'

const refundToRetry = statement<{
  payment_id: number
  amount_paise: number
  status: string
  reason: string
  ends_access: boolean
  retry_id: number | null
}>(
  'refund_to_retry',
  `select r.payment_id, r.amount_paise, r.status, r.reason, r.ends_access, n.id as retry_id
   from refunds r left join refunds n on n.retry_of = r.id where r.id = $1`,
)

/**
 * Repeats a refund that the provider refused. It moves no more money than was decided, so nobody approves it again. A second
 * call answers the first one's refund.
 * @throws HttpError 404, 409 unless it failed, or when the money has gone back another way
 */
export async function retryRefund(
  deps: Pick<Deps, 'db' | 'jobs' | 'random'>,
  staff: Staff,
  { id }: { id: number },
): Promise<RefundListed> {
  return staffTransaction(deps, staff, async (tx) => {
    const asked = await row(tx, refundToRetry, [id])
    if (!asked) throw notFound()
    await lockSale(tx, asked.payment_id)
    // Read again under the lock of the payment.
    const failed = await row(tx, refundToRetry, [id])
    if (!failed || failed.status !== 'failed') throw conflict('not_failed', 'Only a refund that failed can be repeated.')
    if (failed.retry_id !== null) return refundRecords.find(tx, failed.retry_id)
    const queued = await queueRefund(deps, tx, staff, {
      paymentId: failed.payment_id,
      amountPaise: failed.amount_paise,
      reason: failed.reason,
      keepsAccess: !failed.ends_access,
      retryOf: id,
    })
    return refundRecords.find(tx, queued.refundId)
  })
}
