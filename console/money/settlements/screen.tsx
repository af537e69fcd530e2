import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import {
  listSettlementEntries,
  settlements,
  type Settlement,
  type SettlementEntry,
  settlementStateNames,
  settlementStates,
} from '#contract/money/staff/settlements.ts'
import { call } from '#console/kit/api/client.ts'
import { Badge } from '#console/kit/parts/badge.tsx'
import { Facts } from '#console/kit/parts/facts.tsx'
import { formatColumnPaise, formatPaise } from '#console/kit/parts/money.ts'
import { Failed, SkeletonLines } from '#console/kit/parts/states.tsx'
import { formatMoment } from '#console/kit/parts/time.ts'
import { defineScreen } from '#console/kit/resource/screen.ts'

const tones = { created: 'ahead', processed: 'good', failed: 'bad' } as const

function State({ settlement: { status, problems } }: { settlement: Settlement }) {
  if (problems.length > 0) return <Badge tone="bad">Differs</Badge>
  return <Badge tone={tones[status]}>{settlementStateNames[status]}</Badge>
}

export const screen = defineScreen({
  resource: settlements,
  title: 'Settlements',
  one: 'settlement',
  labels: {
    settled_at: 'Paid out',
    status: 'State',
    amount_paise: 'Amount',
    fee_paise: 'Fees',
    tax_paise: 'Tax of the fees',
    utr: 'UTR',
    entries: 'Lines',
    settlement_id: 'Settlement',
    has_problems: 'Differs',
    from: 'From day',
    to: 'To day',
  },
  nameOf: ({ settled_at: at }) => formatMoment(at),
  columns: [
    { name: 'settled_at', show: ({ settled_at: at }) => formatMoment(at) },
    { name: 'status', width: '9rem', atEnd: true, show: (settlement) => <State settlement={settlement} /> },
    { name: 'amount_paise' },
    { name: 'fee_paise' },
    { name: 'tax_paise', hidden: true },
    { name: 'utr' },
    { name: 'entries', width: '5rem' },
    { name: 'settlement_id', hidden: true },
  ],
  line: ({ amount_paise: amount, utr }) => [formatPaise(amount), utr].filter(Boolean).join(' · '),
  views: [{ name: 'Differ', filters: { has_problems: 'true' }, empty: 'Every settlement agrees with the payments.' }],
  filters: [
    {
      name: 'status',
      kind: 'choice',
      choices: settlementStates.map((value) => ({ value, label: settlementStateNames[value] })),
    },
    {
      name: 'has_problems',
      kind: 'choice',
      choices: [
        { value: 'true', label: 'Yes' },
        { value: 'false', label: 'No' },
      ],
    },
    { name: 'from', kind: 'day' },
    { name: 'to', kind: 'day' },
  ],
  emptyTitle: 'Nothing was paid out yet',
  empty:
    'The payment provider pays out two working days after a payment. Settlements are read every night and when the provider reports one.',
  Panel: SettlementPanel,
})

function SettlementPanel({ record: settlement }: { record: Settlement }) {
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-3">
        <span className="figures text-2xl font-semibold">{formatPaise(settlement.amount_paise)}</span>
        <State settlement={settlement} />
      </div>
      {settlement.problems.length > 0 ? (
        <ul className="grid gap-1 border-l-2 border-bad pl-3">
          {settlement.problems.map((problem) => (
            <li key={problem} className="break-words">
              {problem}
            </li>
          ))}
        </ul>
      ) : null}
      <Facts
        facts={[
          ['Paid out', formatMoment(settlement.settled_at)],
          ['UTR', settlement.utr],
          ['Fees', `${formatPaise(settlement.fee_paise)}, of which ${formatPaise(settlement.tax_paise)} is tax`],
          [
            'Settlement',
            <span key="id" className="figures wrap-anywhere">
              {settlement.settlement_id}
            </span>,
          ],
        ]}
      />
      <Entries id={settlement.id} count={settlement.entries} />
    </div>
  )
}

const typeNames: Readonly<Record<string, string>> = { payment: 'Payment', refund: 'Refund', adjustment: 'Adjustment' }

function Entries({ id, count }: { id: number; count: number }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['settlements', id, 'entries'],
    queryFn: () => call(listSettlementEntries, { params: { id } }),
  })
  if (error) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonLines lines={3} />
  return (
    <section aria-label="Lines" className="grid gap-2">
      <h3 className="text-sm font-semibold">
        Lines <span className="figures font-normal text-muted">{count.toLocaleString('en-IN')}</span>
      </h3>
      <ul className="divide-y divide-line border-y border-line">
        {data.items.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
      {count > data.items.length ? <p className="text-muted">The first {data.items.length} are shown.</p> : null}
    </section>
  )
}

function Entry({ entry }: { entry: SettlementEntry }) {
  const { type, student, payment_id: payment, entity_id: name } = entry
  return (
    <li className="flex items-baseline gap-x-4 py-2">
      <span className="min-w-0 flex-1">
        {payment === null ? (
          (student ?? typeNames[type] ?? type)
        ) : (
          <Link to={`/payments/${payment}`} className="inline-flex min-h-6 items-center text-accent hover:underline">
            {student ?? name}
          </Link>
        )}
        <span className="block figures text-xs wrap-anywhere text-muted">
          {`${typeNames[type] ?? type} ${name}`}
          {entry.fee_paise > 0 ? ` · ${formatPaise(entry.amount_paise)} less ${formatPaise(entry.fee_paise)}` : ''}
        </span>
      </span>
      <span className="figures whitespace-nowrap">{formatColumnPaise(entry.credit_paise - entry.debit_paise)}</span>
    </li>
  )
}
