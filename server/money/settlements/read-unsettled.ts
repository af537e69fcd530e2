import type { SettlementEntry, UnsettledMoney } from '#contract/money/staff/settlements.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { one, row, rows, statement } from '#server/platform/db/query.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/platform/errors/errors.ts'

const isHeld = `coalesce((select true from settlement_entries e where e.entity_id = p.provider_payment_id and e.settlement_id is null limit 1), false)`

const unsettledSums = statement<Omit<UnsettledMoney, 'late' | 'differences'>>(
  'unsettled_sums',
  `select count(*) filter (where not held and captured_at >= since)::int as waiting,
     coalesce(sum(amount_paise) filter (where not held and captured_at >= since), 0)::bigint as waiting_paise,
     count(*) filter (where held)::int as on_hold, coalesce(sum(amount_paise) filter (where held), 0)::bigint as on_hold_paise,
     (select ${isoInstant('read_to')} from settlement_progress) as read_at
   from (select u.captured_at, p.amount_paise, working_days_ago(5) as since, ${isHeld} as held
     from unsettled_payments u
       cross join lateral (select q.amount_paise, q.provider_payment_id from payments q where q.id = u.payment_id limit 1) p) found`,
)
const latePayments = statement<UnsettledMoney['late'][number]>(
  'late_payments',
  `select p.id as payment_id, p.provider_payment_id, s.full_name as student, p.amount_paise, ${isoInstant('u.captured_at')} as captured_at
   from unsettled_payments u join payments p on p.id = u.payment_id join payment_orders o on o.id = p.order_id join users s on s.id = o.user_id
   where u.captured_at < working_days_ago(5) and not ${isHeld}
   order by u.captured_at, u.payment_id limit 200`,
)
const differingSettlements = statement<UnsettledMoney['differences'][number]>(
  'differing_settlements',
  `select id, provider_settlement_id as settlement_id, problems from settlements where problems <> '{}' order by id desc limit 200`,
)

/** Returns captured money that has not reached the bank, and what differs. */
export async function readUnsettled(deps: Pick<Deps, 'db'>, _staff: Staff): Promise<UnsettledMoney> {
  const [sums, late, differences] = await Promise.all([
    one(deps.db, unsettledSums),
    rows(deps.db, latePayments),
    rows(deps.db, differingSettlements),
  ])
  return { ...sums, late, differences }
}

const knownSettlement = statement('known_settlement', `select 1 from settlements where id = $1`)
const entriesOfSettlement = statement<SettlementEntry>(
  'entries_of_settlement',
  `select e.id, e.entity_id, e.type, p.id as payment_id, u.full_name as student, e.debit_paise, e.credit_paise, e.amount_paise, e.fee_paise,
     e.tax_paise
   from settlement_entries e left join payments p on p.provider_payment_id = e.provider_payment_id
     left join payment_orders o on o.id = p.order_id left join users u on u.id = o.user_id
   where e.settlement_id = $1 order by e.id limit 500`,
)

/** Returns the first 500 lines of a settlement. @throws HttpError 404 */
export async function listEntries(deps: Pick<Deps, 'db'>, _staff: Staff, { id }: { id: number }): Promise<SettlementEntry[]> {
  if (!(await row(deps.db, knownSettlement, [id]))) throw notFound()
  return rows(deps.db, entriesOfSettlement, [id])
}
