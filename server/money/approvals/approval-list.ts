import { holdersOfAddress, wholeAddress } from '#server/platform/db/whole-address.ts'
import { type ApprovalKind, type ApprovalRecord, type approvals, permissionOfKind } from '#contract/money/staff/approvals.ts'
import { rolesWith } from '#contract/permissions.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { dayInIndiaSql, midnightSql } from '#server/platform/db/days-in-india.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { keyset } from '#server/platform/db/keyset.ts'
import { type Queryable, row, statement } from '#server/platform/db/query.ts'
import { notFound } from '#server/platform/errors/errors.ts'
import { forPartSql } from '#server/money/offline/for-part.ts'
import { secondPersonSql } from './second-person.ts'
import type { ReadVerbs } from '#server/platform/http/resource.ts'

const rolesOf = (kind: ApprovalKind) =>
  rolesWith(permissionOfKind[kind])
    .map((role) => `'${role}'`)
    .join(', ')
/** SQL of who may decide about the approval `a`. */
export const secondPerson = secondPersonSql(
  'a',
  `m.roles && (case a.kind
      when 'hand_enrolment' then array[${rolesOf('hand_enrolment')}] when 'refund' then array[${rolesOf('refund')}]
      when 'scholarship' then array[${rolesOf('scholarship')}]
      when 'waiver' then array[${rolesOf('waiver')}]
      when 'payment_link' then array[${rolesOf('payment_link')}]
      else array[${rolesOf('offline_payment')}] end)`,
)

const columns = `a.id, a.version, a.kind, a.state, a.user_id as student_id, coalesce(u.full_name, l.email, 'Erased') as student,
  coalesce(u.email, l.email, '') as student_email,
  a.batch_id, ${dayInIndiaSql('b.starts_at')} as batch_starts_on, c.title as course, a.amount_paise,
  coalesce(f.discount_paise, 0) as discount_paise, f.discount_reason, t.amount_paise as paid_paise, v.committed_paise as refunded_paise,
  coalesce(f.state = 'return_due', false) as is_owed, a.reason, coalesce(f.method, r.method) as method, coalesce(f.reference, r.reference) as reference,
  coalesce(${forPartSql('f')}, (select format('part %s of %s', i.number, i.parts) from instalments i where i.id = a.instalment_id)) as for_part,
  to_char(f.received_on, 'YYYY-MM-DD') as received_on,
  coalesce((a.payload ->> 'ends_access')::boolean, false) as ends_access,
  a.asked_by, asker.name as asked_by_name, ${isoInstant('a.asked_at')} as asked_at,
  ${isoInstant(`(${secondPerson.aloneFrom})`)} as alone_from, ${secondPerson.deciders} as deciders,
  decider.name as decided_by_name, ${isoInstant('a.decided_at')} as decided_at, a.answer,
  coalesce(a.payment_id, p.id) as payment_id, a.offline_payment_id, a.scholarship_id, a.instalment_id, a.payment_link_id, coalesce(s.price_paise, l.price_paise) as price_paise, a.refund_id, a.enrolment_id,
  exists (select 1 from active_enrolments e where e.id = a.enrolment_id or e.payment_id = p.id) as is_enrolled`

const joined = `left join users u on u.id = a.user_id
  join batches b on b.id = a.batch_id
  join courses c on c.id = b.course_id
  join staff asker on asker.id = a.asked_by
  left join staff decider on decider.id = a.decided_by
  left join offline_payments f on f.id = a.offline_payment_id
  left join payments p on p.order_id = f.order_id
  left join payments t on t.id = a.payment_id
  left join payment_balances v on v.payment_id = a.payment_id
  left join refunds r on r.id = a.refund_id
  left join scholarships s on s.id = a.scholarship_id
  left join payment_links l on l.id = a.payment_link_id`

const list = keyset<ApprovalRecord>({
  name: 'approvals_for_staff',
  select: columns,
  from: `approvals a ${joined}`,
  where: `a.state <> 'not_needed'
    and ($1::text is null or position(folded($1) in folded(concat_ws(' ', u.full_name, u.email, u.phone, l.email, c.title, f.reference, asker.name))) > 0)
    and ($2::text is null or a.kind = $2) and ($3::text is null or a.state = $3) and ($4::bigint is null or a.user_id = $4)
    and ($5::integer is null or a.asked_by = $5)
    and ($6::date is null or a.asked_at >= ${midnightSql('$6::date')}) and ($7::date is null or a.asked_at < ${midnightSql('$7::date + 1')})
    and ($8::text is null or a.state = 'waiting' and (${secondPerson.waitsFor('$9::integer')}) = ($8 = 'me'))
    and ($10::text is null or a.user_id = any (array(${holdersOfAddress('$10::text')}))
      or a.payment_link_id = any (array(select k.id from payment_links k where k.email = $10)))`,
  filters: 10,
  sorts: {
    asked_at: { type: 'timestamptz', sql: 'a.asked_at' },
    amount_paise: { type: 'bigint', sql: 'a.amount_paise' },
    id: { type: 'bigint', sql: 'a.id' },
  },
  id: 'a.id',
})

type Filter = Parameters<ReadVerbs<typeof approvals>['total']>[2]['filter']
const filtersOf = ({ q, kind, state, student, asked_by, from: since, to, waits_for }: Filter, reader: Staff) => {
  const address = wholeAddress(q)
  const words = address === null ? q : null
  return [words, kind, state, student, asked_by, since, to, waits_for, reader.id, address].map((value) => value ?? null)
}

const approvalForStaff = statement<ApprovalRecord>(
  'approval_for_staff',
  `select ${columns} from approvals a ${joined} where a.id = $1`,
)

/** @throws HttpError 404 */
export async function findApproval(db: Queryable, id: number): Promise<ApprovalRecord> {
  const found = await row(db, approvalForStaff, [id])
  if (!found) throw notFound()
  return found
}

export const approvalList: ReadVerbs<typeof approvals> = {
  list: (deps, reader, { filter, page }) => list.page(deps.db, { ...page, filters: filtersOf(filter, reader) }),
  total: (deps, reader, { filter }) => list.total(deps.db, filtersOf(filter, reader)),
  read: (deps, _staff, { id }) => findApproval(deps.db, id),
}
