import type { PaidBack, RefundListed } from '#contract/money/staff/refunds.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { one, type Queryable, row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, notFound } from '#server/platform/errors/errors.ts'
import { lockSale } from '#server/money/payments/locks.ts'
import { assertPaidBackOn, claimPayBackReference } from './pay-back-references.ts'
import { recordRefundWithin } from './record-refund.ts'
import { refundRecords } from './refund-records.ts'

const refundToPayBack = statement<{
  status: string
  is_offline: boolean
  payment_id: number
  amount_paise: number
  idempotency_key: string
  payment: string
  received_on: string | null
}>(
  'refund_to_pay_back',
  `select r.status, o.provider = 'offline' as is_offline, r.payment_id, r.amount_paise, r.idempotency_key, p.provider_payment_id as payment,
     to_char(f.received_on, 'YYYY-MM-DD') as received_on
   from refunds r join payments p on p.id = r.payment_id join payment_orders o on o.id = p.order_id
   left join offline_payments f on f.order_id = o.id where r.id = $1`,
)
const setPaidBack = statement('set_paid_back', `update refunds set method = $2, reference = $3, paid_on = $4 where id = $1`)

/**
 * Records how a queued refund of an offline payment was paid back. It is processed at once: note, mail and access.
 * @throws HttpError 404, 400 for a day that can't be, 409 when it is not one that waits or the reference paid something else back
 */
export async function recordPaidBack(
  deps: Pick<Deps, 'db' | 'jobs'>,
  staff: Staff,
  { id, body }: { id: number; body: PaidBack },
): Promise<RefundListed> {
  return staffTransaction(deps, staff, async (tx) => {
    await payBack(deps, tx, id, body)
    return refundRecords.find(tx, id)
  })
}

/** Like `recordPaidBack`, within the caller's transaction. Issues a numbered note, so call it last. */
export async function payBack(deps: Pick<Deps, 'jobs'>, tx: Queryable, id: number, paid: PaidBack): Promise<void> {
  const found = await row(tx, refundToPayBack, [id])
  if (!found) throw notFound()
  await assertPaidBackOn(tx, paid.paid_on, found.received_on)
  await lockSale(tx, found.payment_id)
  const refund = await one(tx, refundToPayBack, [id])
  if (!refund.is_offline) throw conflict('not_offline', 'The payment provider sends this refund.')
  if (refund.status !== 'queued') throw conflict('refund_done', 'This refund was paid back already.')
  const reference = await claimPayBackReference(tx, paid, { refundId: id })
  // Before the note, which prints it.
  await rows(tx, setPaidBack, [id, paid.method, reference, paid.paid_on])
  await recordRefundWithin(deps, tx, {
    id: `offline_refund_${id}`,
    paymentId: refund.payment,
    amount: refund.amount_paise,
    status: 'processed',
    idempotencyKey: refund.idempotency_key,
  })
}
