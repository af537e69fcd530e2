import { rows, statement } from '#server/platform/db/query.ts'
import type { Decider, OperatorDeps } from '#server/money/refunds/queue-refund.ts'

export interface OpenRequest {
  id: number
  kind: 'refund' | 'transfer'
  created_at: Date
  email: string
  course_title: string
  batch_id: number
  to_batch_id: number | null
  amount_paise: number
  reason: string
}

const openRequests = statement<OpenRequest>(
  'open_requests',
  `select q.id, q.kind, q.created_at, u.email, o.course_title, e.batch_id, q.to_batch_id, p.amount_paise, q.reason
   from purchase_requests q join users u on u.id = q.user_id join enrolments e on e.id = q.enrolment_id
   join payments p on p.id = e.payment_id join payment_orders o on o.id = p.order_id
   where q.status = 'open' order by q.id`,
)

/** Returns the undecided requests of students, the oldest first. */
export async function listOpenRequests(deps: Pick<OperatorDeps, 'db'>, _decider: Decider): Promise<OpenRequest[]> {
  return rows(deps.db, openRequests)
}
