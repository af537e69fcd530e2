import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import {
  settlements,
  type Settlement,
  settlementStateNames,
  type UnsettledMoney,
  readUnsettled,
} from '#contract/money/staff/settlements.ts'
import { countOf } from '#console/kit/calendar/change-texts.ts'
import { call } from '#console/kit/api/client.ts'
import { Badge } from '#console/kit/parts/badge.tsx'
import { formatColumnPaise, formatPaise } from '#console/kit/parts/money.ts'
import { Failed, SkeletonLines } from '#console/kit/parts/states.tsx'
import { formatPlainDay } from '#ui/format.ts'
import { Part, Sums } from './parts.tsx'

/** The first and the last day of a month. */
function daysOf(month: string): { from: string; to: string } {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return { from: `${month}-01`, to: new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10) }
}

const shownSettlements = 8

/** What reached the bank in the month, what waits, and what a person has to look at. */
export function SettlementsPart({ month }: { month: string }) {
  const days = daysOf(month)
  const list = useQuery({
    queryKey: ['month', 'settlements', month],
    queryFn: () => call(settlements.endpoints.list, { query: { ...days, limit: '100', sort: '-settled_at' } }),
  })
  const unsettled = useQuery({ queryKey: ['month', 'unsettled'], queryFn: () => call(readUnsettled) })
  const error = list.error ?? unsettled.error
  const wrong = unsettled.data ? unsettled.data.late.length + unsettled.data.differences.length : 0
  return (
    <Part
      title="Settlements"
      text="What the payment provider paid out to the bank, less its fees. Every captured payment is in one of them within five working days."
      aside={
        unsettled.data && unsettled.data.read_at !== null ? (
          <Badge tone={wrong === 0 ? 'good' : 'bad'}>{wrong === 0 ? 'All matched' : `${wrong} to look at`}</Badge>
        ) : null
      }
    >
      {list.data && unsettled.data ? (
        <>
          <Money items={list.data.items} unsettled={unsettled.data} />
          <Problems unsettled={unsettled.data} />
          <Lines items={list.data.items} />
          <p>
            <Link
              to={`/settlements?from=${days.from}&to=${days.to}`}
              className="inline-flex min-h-6 items-center font-semibold text-accent hover:underline"
            >
              {list.data.items.length > shownSettlements
                ? `All ${list.data.items.length} of this month`
                : 'Open the list of settlements'}
            </Link>
          </p>
        </>
      ) : error ? (
        <Failed
          error={error}
          onRetry={() => {
            void list.refetch()
            void unsettled.refetch()
          }}
        />
      ) : (
        <SkeletonLines lines={4} />
      )}
    </Part>
  )
}

const sumOf = (items: readonly Settlement[], of: 'amount_paise' | 'fee_paise' | 'tax_paise') =>
  items.filter(({ status }) => status === 'processed').reduce((sum, one) => sum + one[of], 0)

function Money({ items, unsettled }: { items: readonly Settlement[]; unsettled: UnsettledMoney }) {
  return (
    <Sums
      sums={[
        ['Paid out', formatPaise(sumOf(items, 'amount_paise')), `in ${countOf(items.length, 'settlement')}`],
        ['Fees', formatPaise(sumOf(items, 'fee_paise')), `${formatPaise(sumOf(items, 'tax_paise'))} of it is tax`],
        ['On the way today', formatPaise(unsettled.waiting_paise), countOf(unsettled.waiting, 'payment')],
        ...(unsettled.on_hold > 0
          ? [['On hold', formatPaise(unsettled.on_hold_paise), countOf(unsettled.on_hold, 'payment')] as const]
          : []),
      ]}
    />
  )
}

/** Money that should have arrived, and settlements that differ. */
function Problems({ unsettled: { late, differences, read_at: readAt } }: { unsettled: UnsettledMoney }) {
  if (late.length + differences.length === 0) {
    return readAt === null ? (
      <p className="text-muted">Settlements were not read from the provider yet. That happens every night.</p>
    ) : null
  }
  return (
    <div className="grid gap-3 border-l-2 border-bad pl-4">
      <h3 className="text-sm font-semibold text-bad">To look at. Ask the provider about each.</h3>
      <ul className="grid gap-2">
        {late.map((payment) => (
          <li key={payment.provider_payment_id} className="break-words">
            <Link to={`/payments/${payment.payment_id}`} className="inline-flex min-h-6 items-center text-accent hover:underline">
              {payment.student}
            </Link>
            {`: ${formatPaise(payment.amount_paise)} of ${formatPlainDay(payment.captured_at)} is in no settlement.`}
          </li>
        ))}
        {differences.map(({ id, settlement_id: name, problems }) => (
          <li key={name} className="break-words">
            <Link to={`/settlements/${id}`} className="inline-flex min-h-6 items-center figures text-accent hover:underline">
              {name}
            </Link>
            {`: ${problems.join(' ')}`}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Lines({ items }: { items: readonly Settlement[] }) {
  if (items.length === 0) return <p className="text-muted">Nothing was paid out in this month.</p>
  return (
    <ul className="divide-y divide-line border-y border-line">
      {items.slice(0, shownSettlements).map((one) => (
        <li key={one.settlement_id} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 py-2.5">
          <Link to={`/settlements/${one.id}`} className="min-w-0 text-accent hover:underline">
            {formatPlainDay(one.settled_at)}
            <span className="block figures text-xs text-muted">{one.utr === null ? one.settlement_id : `UTR ${one.utr}`}</span>
          </Link>
          <span className="flex flex-wrap items-center justify-end gap-x-4 gap-y-1">
            {one.problems.length > 0 ? <Badge tone="bad">Differs</Badge> : null}
            {one.status === 'processed' ? null : (
              <Badge tone={one.status === 'failed' ? 'bad' : 'ahead'}>{settlementStateNames[one.status]}</Badge>
            )}
            <span className="text-sm text-muted max-sm:order-2">{countOf(one.entries, 'line')}</span>
            <span className="figures text-right font-semibold sm:w-32">{formatColumnPaise(one.amount_paise)}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}
