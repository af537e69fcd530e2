import type { Refundable } from '#contract/money/staff/refunds.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { row, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/platform/errors/errors.ts'
import { readApprovalLimit } from '#server/platform/settings/site-settings.ts'
import { sumOfStudent } from './approval-limit.ts'

type Row = Omit<Refundable, 'approval_above_paise' | 'sum_paise'> & { user_id: number }

const refundablePayment = statement<Row>(
  'refundable_payment',
  `select p.id as payment_id, o.user_id, u.full_name as student, u.email as student_email, o.course_title as course, o.batch_id,
     p.amount_paise, b.committed_paise as refunded_paise, place_refundable(p.id) as refundable_paise,
     cardinality(payments_of_place(place_of_payment(p.id))) as payments, 
     w.of_provider = 0 as is_offline, w.of_provider > 0 and w.offline > 0 as is_mixed, p.method as paid_by,
     exists (select 1 from active_enrolments e where e.id = place_of_payment(p.id)) as has_place,
     q.id as request_id, q.reason as request_reason
   from payments p join payment_orders o on o.id = p.order_id join users u on u.id = o.user_id
   join payment_balances b on b.payment_id = p.id
   cross join lateral (
     select count(*) filter (where m.provider = 'offline') as offline, count(*) filter (where m.provider <> 'offline') as of_provider
     from payments s join payment_orders m on m.id = s.order_id join payment_balances l on l.payment_id = s.id
     where s.id = any (payments_of_place(place_of_payment(p.id)) || p.id) and (l.refundable_paise > 0 or s.id = p.id)) w
   left join purchase_requests q on q.enrolment_id = place_of_payment(p.id) and q.status = 'open' and q.kind = 'refund'
   where p.id = $1`,
)

/** @throws HttpError 404 */
export async function readRefundable(deps: Pick<Deps, 'db'>, _staff: Staff, { id }: { id: number }): Promise<Refundable> {
  const found = await row(deps.db, refundablePayment, [id])
  if (!found) throw notFound('There is no such payment.')
  const { user_id: userId, ...payment } = found
  const [limit, sum] = await Promise.all([readApprovalLimit(deps), sumOfStudent(deps.db, userId)])
  return { ...payment, approval_above_paise: limit, sum_paise: sum }
}
