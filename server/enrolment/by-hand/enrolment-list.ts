import type { EnrolmentRecord, enrolments } from '#contract/enrolment/staff/enrolments.ts'
import { holdersOfAddress, wholeAddress } from '#server/platform/db/whole-address.ts'
import { keyset } from '#server/platform/db/keyset.ts'
import { type Queryable, row, statement } from '#server/platform/db/query.ts'
import { notFound } from '#server/platform/errors/errors.ts'
import type { ReadVerbs } from '#server/platform/http/resource.ts'

const at = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const state = `case when e.ended_at is null then 'active' else 'ended' end`
const source = `case when e.payment_id is null then 'hand' when o.provider = 'offline' then 'offline' else 'online' end`
// Few places have no payment or one by hand. Each of these conditions is found in an index, while `source` is known of a joined row.
const isOfSource = (given: string) => `case ${given} when 'hand' then e.payment_id is null
      when 'offline' then e.payment_id = any (array(
        select x.id from payment_orders y join payments x on x.order_id = y.id where y.provider = 'offline'))
      else ${source} = ${given} end`

const columns = `e.id, e.version, e.user_id as student_id, u.full_name as name, u.email, u.phone, b.course_id, c.title as course,
  e.batch_id, b.batch_type, ${at('b.starts_at')} as starts_at, ${state} as state, ${source} as source,
  e.payment_id, p.amount_paise, ${at('e.created_at')} as enrolled_at, ${at('e.ended_at')} as ended_at,
  ${at('m.moved_at')} as moved_at, m.from_batch_id as moved_from_batch_id, ${at('f.starts_at')} as moved_from_starts_at,
  (select q.kind from purchase_requests q where q.enrolment_id = e.id and q.status = 'open') as request`
const joined = `join users u on u.id = e.user_id
  join batches b on b.id = e.batch_id
  join courses c on c.id = b.course_id
  left join payments p on p.id = e.payment_id
  left join payment_orders o on o.id = p.order_id
  left join lateral (select from_batch_id, moved_at from enrolment_moves x where x.enrolment_id = e.id order by x.id desc limit 1) m on true
  left join batches f on f.id = m.from_batch_id`

const list = keyset<EnrolmentRecord>({
  name: 'enrolments_for_staff',
  select: columns,
  from: `enrolments e ${joined}`,
  where: `($1::text is null or position(folded($1) in folded(concat_ws(' ', u.full_name, u.email, u.phone, c.title))) > 0)
    and ($2::integer is null or e.batch_id = $2) and ($3::integer is null or b.course_id = $3)
    and ($4::bigint is null or e.user_id = $4) and ($5::text is null or ${state} = $5) and ($6::text is null or ${isOfSource('$6')})
    and ($7::text is null or e.user_id = any (array(${holdersOfAddress('$7::text')})))`,
  filters: 7,
  sorts: {
    enrolled_at: { type: 'timestamptz', sql: 'e.created_at' },
    name: { type: 'text', sql: 'lower(u.full_name)' },
    id: { type: 'bigint', sql: 'e.id' },
  },
  id: 'e.id',
})
const enrolmentForStaff = statement<EnrolmentRecord>(
  'enrolment_for_staff',
  `select ${columns} from enrolments e ${joined} where e.id = $1`,
)

type Filter = Parameters<ReadVerbs<typeof enrolments>['total']>[2]['filter']

function filtersOf({ q, batch, course, user, state: asked, source: paid }: Filter) {
  const address = wholeAddress(q)
  return [address === null ? q : null, batch, course, user, asked, paid, address].map((value) => value ?? null)
}

/** @throws HttpError 404 */
export async function findEnrolment(db: Queryable, id: number): Promise<EnrolmentRecord> {
  const enrolment = await row(db, enrolmentForStaff, [id])
  if (!enrolment) throw notFound()
  return enrolment
}

export const enrolmentList: ReadVerbs<typeof enrolments> = {
  list: (deps, _staff, { filter, page }) => list.page(deps.db, { ...page, filters: filtersOf(filter) }),
  total: (deps, _staff, { filter }) => list.total(deps.db, filtersOf(filter)),
  read: (deps, _staff, { id }) => findEnrolment(deps.db, id),
}
