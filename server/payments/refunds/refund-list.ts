import type { RefundListed, refunds } from '#contract/staff/refunds.ts'
import { keyset } from '../../db/keyset.ts'
import type { Queryable } from '../../db/query.ts'
import { notFound } from '../../errors.ts'
import type { ReadVerbs } from '../../http/resource.ts'

const instant = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const midnight = (day: string) => `(${day})::timestamp at time zone 'Asia/Kolkata'`
const toPayBack = `(o.provider = 'offline' and r.status = 'queued')`

const columns = `r.id, r.status, ${toPayBack} as to_pay_back, r.payment_id, p.provider_payment_id as payment,
  o.provider = 'offline' as is_offline, o.user_id as student_id, u.full_name as student, u.email as student_email, o.batch_id,
  o.course_title as course, r.amount_paise, r.reason, r.ends_access, r.last_error as problem, r.actor_kind as by,
  coalesce(asked.name, s.name) as staff, decided.name as approved_by,
  exists (select 1 from refunds n where n.retry_of = r.id) as is_retried,
  r.method, r.reference, to_char(r.paid_on, 'YYYY-MM-DD') as paid_on,
  ${instant('r.created_at')} as created_at, ${instant('r.settled_at')} as settled_at`

const list = keyset<RefundListed>({
  name: 'refunds_for_staff',
  select: columns,
  from: `refunds r
    join payments p on p.id = r.payment_id
    join payment_orders o on o.id = p.order_id
    join users u on u.id = o.user_id
    left join staff s on r.actor_kind = 'staff' and s.id = r.actor_id
    left join approvals a on a.refund_id = r.id
    left join staff asked on asked.id = a.asked_by
    left join staff decided on decided.id = a.decided_by`,
  where: `($1::text is null or position(lower($1) in lower(concat_ws(' ', u.full_name, u.email, u.phone, p.provider_payment_id,
      r.provider_refund_id, r.reference, o.course_title))) > 0)
    and ($2::text is null or r.status = $2) and ($3::boolean is null or ${toPayBack} = $3)
    and ($4::bigint is null or r.payment_id = $4) and ($5::bigint is null or o.user_id = $5)
    and ($6::date is null or r.created_at >= ${midnight('$6::date')}) and ($7::date is null or r.created_at < ${midnight('$7::date + 1')})
    and ($8::bigint is null or r.id = $8)`,
  filters: 8,
  sorts: {
    created_at: { type: 'timestamptz', sql: 'r.created_at' },
    amount_paise: { type: 'bigint', sql: 'r.amount_paise' },
    id: { type: 'bigint', sql: 'r.id' },
  },
  id: 'r.id',
})

type Filter = Parameters<ReadVerbs<typeof refunds>['count']>[2]['filter']
const filtersOf = ({ q, status, to_pay_back, payment, student, from: since, to }: Filter, id: number | null = null) =>
  [q, status, to_pay_back, payment, student, since, to, id].map((value) => value ?? null)

/** @throws HttpError 404 */
export async function findRefund(db: Queryable, id: number): Promise<RefundListed> {
  const { items } = await list.page(db, { sort: 'id', limit: 1, filters: filtersOf({}, id) })
  const [found] = items
  if (!found) throw notFound()
  return found
}

export const refundList: ReadVerbs<typeof refunds> = {
  list: (deps, _staff, { filter, page }) => list.page(deps.db, { ...page, filters: filtersOf(filter) }),
  count: (deps, _staff, { filter }) => list.count(deps.db, filtersOf(filter)),
  read: (deps, _staff, { id }) => findRefund(deps.db, id),
}
