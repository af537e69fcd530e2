import { type Queryable, row, statement } from '#server/platform/db/query.ts'
import type { RequestRow } from './present-request.ts'
import { requestColumns } from './present-request.ts'

export interface FoundRequest extends RequestRow {
  user_id: number
  enrolment_id: number
  payment_id: number
  order_id: number
  /** The enrolment's current batch. */
  batch_id: number
  email: string
  full_name: string
  phone: string | null
  course_title: string
  amount_paise: number
  provider_payment_id: string
  is_offline: boolean
  from_starts_at: Date
  from_batch_type: string
}

const requestById = statement<FoundRequest>(
  'request_by_id',
  `select ${requestColumns}, q.user_id, q.enrolment_id, e.payment_id, p.order_id, e.batch_id, u.email, u.full_name, u.phone,
     o.course_title, p.amount_paise, p.provider_payment_id, o.provider = 'offline' as is_offline, f.starts_at as from_starts_at, f.batch_type as from_batch_type
   from purchase_requests q
   join enrolments e on e.id = q.enrolment_id
   join payments p on p.id = e.payment_id
   join payment_orders o on o.id = p.order_id
   join users u on u.id = q.user_id
   join batches f on f.id = q.from_batch_id
   left join batches t on t.id = q.to_batch_id
   where q.id = $1`,
)

/** Returns a request with its student, payment and batches; undefined when it is unknown. */
export async function findRequest(db: Queryable, requestId: number): Promise<FoundRequest | undefined> {
  return row(db, requestById, [requestId])
}
