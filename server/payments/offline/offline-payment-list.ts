import type { offlinePayments, OfflinePaymentRecord } from '#contract/staff/offline-payments.ts'
import { keyset } from '../../db/keyset.ts'
import type { Queryable } from '../../db/query.ts'
import { notFound } from '../../errors.ts'
import type { ReadVerbs } from '../../http/resource.ts'
import { type SerialNumber, serialOf } from '../invoicing/series.ts'

type Row = Omit<OfflinePaymentRecord, 'receipt'> & { [part in keyof SerialNumber]: SerialNumber[part] | null }

const instant = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const midnight = (day: string) => `(${day})::timestamp at time zone 'Asia/Kolkata'`

const columns = `f.id, f.version, f.state, f.method, f.reference, f.user_id as student_id, u.full_name as student,
  u.email as student_email, f.batch_id, f.course_title as course, f.amount_paise,
  to_char(f.received_on, 'YYYY-MM-DD') as received_on, f.received_by, s.name as received_by_name,
  ${instant('f.recorded_at')} as recorded_at, a.id as approval_id, p.id as payment_id, p.disposition, r.financial_year, r.number`

const list = keyset<Row>({
  name: 'offline_payments_for_staff',
  select: columns,
  from: `offline_payments f
    join users u on u.id = f.user_id
    join staff s on s.id = f.received_by
    join approvals a on a.offline_payment_id = f.id
    left join payments p on p.order_id = f.order_id
    left join receipts r on r.payment_id = p.id`,
  where: `($1::text is null or position(lower($1) in lower(concat_ws(' ', u.full_name, u.email, u.phone, f.reference, f.course_title))) > 0)
    and ($2::text is null or f.state = $2) and ($3::text is null or f.method = $3) and ($4::bigint is null or f.user_id = $4)
    and ($5::date is null or f.recorded_at >= ${midnight('$5::date')}) and ($6::date is null or f.recorded_at < ${midnight('$6::date + 1')})
    and ($7::bigint is null or f.id = $7)`,
  filters: 7,
  sorts: {
    recorded_at: { type: 'timestamptz', sql: 'f.recorded_at' },
    received_on: { type: 'date', sql: 'f.received_on' },
    amount_paise: { type: 'bigint', sql: 'f.amount_paise' },
    id: { type: 'bigint', sql: 'f.id' },
  },
  id: 'f.id',
})

const toRecord = ({ financial_year, number, ...one }: Row): OfflinePaymentRecord => ({
  ...one,
  receipt: financial_year === null || number === null ? null : serialOf('receipt', { financial_year, number }),
})

type Filter = Parameters<ReadVerbs<typeof offlinePayments>['count']>[2]['filter']
const filtersOf = ({ q, state, method, student, from: since, to }: Filter, id: number | null = null) =>
  [q, state, method, student, since, to, id].map((value) => value ?? null)

/** @throws HttpError 404 */
export async function findOfflinePayment(db: Queryable, id: number): Promise<OfflinePaymentRecord> {
  const { items } = await list.page(db, { sort: 'id', limit: 1, filters: filtersOf({}, id) })
  const [found] = items
  if (!found) throw notFound()
  return toRecord(found)
}

export const offlinePaymentList: ReadVerbs<typeof offlinePayments> = {
  async list(deps, _staff, { filter, page }) {
    const { items, next_cursor } = await list.page(deps.db, { ...page, filters: filtersOf(filter) })
    return { items: items.map(toRecord), next_cursor }
  },
  count: (deps, _staff, { filter }) => list.count(deps.db, filtersOf(filter)),
  read: (deps, _staff, { id }) => findOfflinePayment(deps.db, id),
}
