import type { System } from '#server/platform/auth/principal.ts'
import { one, type Queryable, row, rows, statement, transaction } from '#server/platform/db/query.ts'
import { dayInIndiaSql } from '#server/platform/db/days-in-india.ts'
import type { Deps } from '#server/deps.ts'
import { rupeesOf } from '#server/platform/text/format.ts'
import type { GatewaySettled, GatewaySettlement } from '#server/money/provider/gateway.ts'

const pageSize = 100
/** Lines of a day that are asked for at once. */
const settledPage = 1000
/** Days from the making of a settlement until the bank has it, at most. */
const daysUntilPaid = 3
const dayMs = 86_400_000
/** Sentences that are kept of one settlement. */
const mostProblems = 50

// A settlement may change for some days: it is created, processed, and lines on hold are released. The first run begins with the first payment.
const settlementWindow = statement<{ now: Date; read_from: Date; read_to: Date | null }>(
  'settlement_window',
  `select app_now() as now, least(app_now(), coalesce((select read_to from settlement_progress) - interval '10 days',
     (select min(created_at) from payments), app_now())) as read_from, (select read_to from settlement_progress) as read_to`,
)
const saveSettlementProgress = statement(
  'save_settlement_progress',
  `insert into settlement_progress as s (read_to) values ($1) on conflict (only_row) do update set read_to = greatest(s.read_to, excluded.read_to)`,
)

/**
 * Reads the provider's settlements since the last run with their lines, and compares them with the payments and refunds here. It may run twice:
 * the second run changes nothing.
 */
export async function readSettlements(deps: Deps, _system: System): Promise<void> {
  const window = await one(deps.db, settlementWindow)
  for (const { id: keyId } of deps.config.provider.keys) {
    const settlements = await listSettlements(deps, keyId, { from: window.read_from, to: window.now })
    for (const [day, ofDay] of byDay(settlements)) await readDay(deps, keyId, { day, settlements: ofDay })
    // What the provider holds back is listed on the day of the payment.
    for (const day of await rows(deps.db, daysThatWait, [window.read_from])) {
      await readDay(deps, keyId, { day: day.day, settlements: [] })
    }
  }
  await rows(deps.db, noteUnsettled, [deps.gateway.name, window.read_to ?? new Date(0)])
  await rows(deps.db, forgetSettled)
  await rows(deps.db, saveSettlementProgress, [window.now])
}

async function listSettlements(deps: Deps, keyId: string, window: { from: Date; to: Date }): Promise<GatewaySettlement[]> {
  const found: GatewaySettlement[] = []
  for (let skip = 0; ; skip += pageSize) {
    const page = await deps.gateway.listSettlements(keyId, { ...window, skip, count: pageSize })
    found.push(...page)
    if (page.length < pageSize) return found
  }
}

const indiaMs = 5.5 * 3_600_000
const dayInIndia = (at: Date) => new Date(at.getTime() + indiaMs).toISOString().slice(0, 10)

/** Settlements by their day in India, the earliest first. */
function byDay(settlements: readonly GatewaySettlement[]): [string, GatewaySettlement[]][] {
  const days = new Map<string, GatewaySettlement[]>()
  for (const one of settlements) days.set(dayInIndia(one.createdAt), [...(days.get(dayInIndia(one.createdAt)) ?? []), one])
  return [...days].toSorted(([a], [b]) => (a < b ? -1 : 1))
}

/** Reads the lines of a day and stores the settlements with theirs, each in a transaction. */
async function readDay(
  deps: Deps,
  keyId: string,
  { day, settlements }: { day: string; settlements: readonly GatewaySettlement[] },
): Promise<void> {
  const lines = await linesOfDay(deps, keyId, day)
  // A settlement that was made late is listed under the day on which the bank got it.
  for (let later = 1; later <= daysUntilPaid && settlements.some((one) => isUnexplained(one, lines)); later += 1) {
    lines.push(...(await linesOfDay(deps, keyId, dayInIndia(new Date(Date.parse(`${day}T12:00:00+05:30`) + later * dayMs)))))
  }
  const held = lines.filter(({ settlementId, isOnHold }) => settlementId === null && isOnHold)
  if (held.length > 0) await transaction(deps.db, (tx) => storeEntries(tx, null, held))
  for (const settlement of settlements) {
    const own = lines.filter(({ settlementId }) => settlementId === settlement.id)
    await transaction(deps.db, (tx) => storeSettlement(deps, tx, { keyId, settlement, lines: own }))
  }
}

const isUnexplained = ({ id, status }: GatewaySettlement, lines: readonly GatewaySettled[]) =>
  status === 'processed' && !lines.some(({ settlementId }) => settlementId === id)

async function linesOfDay(deps: Deps, keyId: string, day: string): Promise<GatewaySettled[]> {
  const lines: GatewaySettled[] = []
  for (let skip = 0; ; skip += settledPage) {
    const page = await deps.gateway.listSettled(keyId, { day, skip, count: settledPage })
    lines.push(...page)
    if (page.length < settledPage) return lines
  }
}

// A settlement that becomes known after its month was closed is booked on this day.
const saveSettlement = statement<{ id: number }>(
  'save_settlement',
  `insert into settlements as s (provider_settlement_id, key_id, status, amount_paise, fee_paise, tax_paise, utr, settled_at, booked_on, read_at)
   select $1, $2, $3, $4, $5, $6, $7, $8::timestamptz, case when exists (select from closed_months c
       where c.month = date_trunc('month', $8::timestamptz at time zone 'Asia/Kolkata')::date)
     then (app_now() at time zone 'Asia/Kolkata')::date else ($8::timestamptz at time zone 'Asia/Kolkata')::date end, app_now()
   on conflict (provider_settlement_id) do update set status = excluded.status, amount_paise = excluded.amount_paise,
     fee_paise = excluded.fee_paise, tax_paise = excluded.tax_paise, utr = excluded.utr, read_at = excluded.read_at
   returning id`,
)
const storeSettledEntries = statement(
  'store_settled_entries',
  `insert into settlement_entries as e (settlement_id, entity_id, type, provider_payment_id, debit_paise, credit_paise, amount_paise,
     fee_paise, tax_paise, created_at)
   select $1, l.entity_id, l.type, l.payment_id, l.debit, l.credit, l.amount, l.fee, l.tax, l.created_at
   from unnest($2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[], $10::timestamptz[])
     as l (entity_id, type, payment_id, debit, credit, amount, fee, tax, created_at)
   on conflict (settlement_id, entity_id) do nothing`,
)
// A line that is settled is no longer held back.
const releaseHeld = statement(
  'release_held',
  `delete from settlement_entries where settlement_id is null and entity_id = any ($1::text[])`,
)
const countEntries = statement(
  'count_entries',
  `update settlements s set problems = $2, entry_count = (select count(*)::int from settlement_entries e where e.settlement_id = s.id)
   where s.id = $1`,
)

async function storeSettlement(
  deps: Deps,
  tx: Queryable,
  { keyId, settlement, lines }: { keyId: string; settlement: GatewaySettlement; lines: readonly GatewaySettled[] },
): Promise<void> {
  const { id: providerId, status, amount, fees, tax, utr, createdAt } = settlement
  const { id } = await one(tx, saveSettlement, [providerId, keyId, status, amount, fees, tax, utr, createdAt])
  await storeEntries(tx, id, lines)
  const found = await rows(tx, problemsOfSettlement, [id])
  const problems = found.map(({ problem }) => problem)
  const sum = await row(tx, sumOfSettlement, [id])
  if (status === 'processed' && sum && sum.sum_paise !== amount) {
    problems.unshift(`Its lines come to ${rupeesOf(sum.sum_paise)}, and ${rupeesOf(amount)} was paid out.`)
  }
  if (problems.length > 0)
    deps.log.error({ settlement: providerId, problems: problems.length }, 'a settlement differs from the payments')
  await rows(tx, countEntries, [id, problems.slice(0, mostProblems)])
}

async function storeEntries(tx: Queryable, settlementId: number | null, lines: readonly GatewaySettled[]): Promise<void> {
  const of = <T>(value: (line: GatewaySettled) => T) => lines.map(value)
  if (settlementId !== null) await rows(tx, releaseHeld, [of(({ id }) => id)])
  await rows(tx, storeSettledEntries, [
    settlementId,
    of(({ id }) => id),
    of(({ type }) => type),
    of(({ paymentId }) => paymentId),
    of(({ debit }) => debit),
    of(({ credit }) => credit),
    of(({ amount }) => amount),
    of(({ fee }) => fee),
    of(({ tax }) => tax),
    of(({ createdAt }) => createdAt),
  ])
}

const sumOfSettlement = statement<{ sum_paise: number }>(
  'sum_of_settlement',
  `select coalesce(sum(credit_paise - debit_paise), 0)::bigint as sum_paise from settlement_entries where settlement_id = $1`,
)
const problemsOfSettlement = statement<{ problem: string }>(
  'problems_of_settlement',
  `select problem from (
     select e.id, case
       when e.type = 'payment' and p.id is null then e.entity_id || ' is a payment that is not known here.'
       when e.type = 'payment' and not is_captured(p.status) then e.entity_id || ' was never captured here.'
       when e.type = 'payment' and p.amount_paise <> e.amount_paise
         then format('%s is of %s here and of %s in the settlement.', e.entity_id, rupees_text(p.amount_paise), rupees_text(e.amount_paise))
       when e.type = 'refund' and f.id is null then e.entity_id || ' is a refund that is not known here.'
       when e.type = 'refund' and f.amount_paise <> e.amount_paise
         then format('%s is of %s here and of %s in the settlement.', e.entity_id, rupees_text(f.amount_paise), rupees_text(e.amount_paise))
       when e.credit_paise <> e.amount_paise - e.fee_paise and e.type = 'payment' then e.entity_id || ' was not paid out in full less its fee.'
       when (select count(*) from settlement_entries o where o.entity_id = e.entity_id and o.settlement_id is not null) > 1
         then e.entity_id || ' is in another settlement too.' end as problem
     from settlement_entries e left join payments p on p.provider_payment_id = e.entity_id and e.type = 'payment'
       left join refunds f on f.provider_refund_id = e.entity_id and e.type = 'refund'
     where e.settlement_id = $1) found
   where problem is not null order by id limit ${mostProblems}`,
)

/** Days on which a payment was captured that waits longer than it should, so that the provider may hold it back. */
const daysThatWait = statement<{ day: string }>(
  'days_that_wait',
  `select distinct ${dayInIndiaSql('u.captured_at')} as day from unsettled_payments u
   where u.captured_at < working_days_ago(2) and u.captured_at >= $1::timestamptz - interval '60 days' order by day limit 60`,
)

// A payment may be stored here a little later than the last run.
const noteUnsettled = statement(
  'note_unsettled',
  `insert into unsettled_payments (payment_id, captured_at)
   select p.id, p.captured_at from captured_payments p
   where p.captured_at >= $2::timestamptz - interval '2 days' and (select o.provider from payment_orders o where o.id = p.order_id) = $1
     and (select true from settlement_entries e where e.entity_id = p.provider_payment_id and e.settlement_id is not null limit 1) is null
   on conflict do nothing`,
)
const forgetSettled = statement(
  'forget_settled',
  `delete from unsettled_payments u
   where (select true from settlement_entries e
     where e.entity_id = (select p.provider_payment_id from payments p where p.id = u.payment_id) and e.settlement_id is not null limit 1)`,
)
