import { rows, statement } from '#server/platform/db/query.ts'
import type { Disposition } from '#server/money/payments/disposition.ts'
import type { Decider, OperatorDeps } from '#server/money/refunds/queue-refund.ts'

export interface ListedPayment {
  id: number
  provider_payment_id: string
  paid_at: Date
  amount_paise: number
  status: string
  disposition: Disposition
  email: string
  course_title: string
  batch_id: number
  refund_problem: string | null
}

/** Select list and joins of `ListedPayment`; the statement adds its own filter and order. */
export const listedPaymentColumns = `p.id, p.provider_payment_id, coalesce(p.captured_at, p.created_at) as paid_at, p.amount_paise, p.status,
  p.disposition, u.email, o.course_title, o.batch_id,
  (select r.last_error from refunds r where r.payment_id = p.id and r.last_error is not null order by r.id desc limit 1)
    as refund_problem
  from payments p join payment_orders o on o.id = p.order_id join users u on u.id = o.user_id`

const recentPayments = statement<ListedPayment>('recent_payments', `select ${listedPaymentColumns} order by p.id desc limit 50`)

/** Returns the latest 50 payments of the school. */
export async function listRecentPayments(deps: Pick<OperatorDeps, 'db'>, _decider: Decider): Promise<ListedPayment[]> {
  return rows(deps.db, recentPayments)
}
