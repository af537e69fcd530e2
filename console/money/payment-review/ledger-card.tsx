import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { compareLedger, readLedgerForStaff, type StaffLedger } from '#contract/money/staff/review.ts'
import { useAccess } from '#console/kit/api/access.ts'
import { call } from '#console/kit/api/client.ts'
import { Badge } from '#console/kit/parts/badge.tsx'
import { Button } from '#ui/button.tsx'
import { formatPaise } from '#console/kit/parts/money.ts'
import { SkeletonLines, Failed } from '#console/kit/parts/states.tsx'
import { formatMoment } from '#console/kit/parts/time.ts'
import { notifyFailure } from '#console/kit/parts/toasts.tsx'

const ledgerKey = ['review', 'ledger'] as const
/** Milliseconds between two reads while a comparison runs. */
const pause = 2000

/** Whether every captured rupee is where it belongs, and the comparison with the provider. */
export function LedgerCard() {
  const { may } = useAccess()
  const client = useQueryClient()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ledgerKey,
    queryFn: () => call(readLedgerForStaff),
    refetchInterval: ({ state }) => (state.data?.is_comparing ? pause : false),
  })
  const compare = useMutation({
    mutationFn: () => call(compareLedger),
    onSuccess: (ledger) => client.setQueryData(ledgerKey, ledger),
    onError: notifyFailure,
  })
  if (isPending) return <SkeletonLines lines={2} />
  if (error) return <Failed error={error} onRetry={() => void refetch()} />
  return (
    <section aria-label="Ledger" className="grid gap-4 rounded-lg border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="text-base">Ledger</h2>
        <Badge tone={data.balances ? 'good' : 'bad'}>{data.balances ? 'Balances' : 'Does not balance'}</Badge>
        <span role="status" className="text-muted">
          {data.is_comparing
            ? 'Comparing with the provider…'
            : data.compared_at
              ? `Compared with the provider on ${formatMoment(data.compared_at)}`
              : 'Not compared with the provider yet'}
        </span>
        {may('payments:write') ? (
          <Button
            className="ml-auto"
            pending={(data.is_comparing || compare.isPending) && 'Compare now'}
            onClick={() => compare.mutate()}
          >
            Compare now
          </Button>
        ) : null}
      </div>
      {data.problems.length > 0 ? <p className="break-words text-bad">{data.problems.join(', ')}.</p> : null}
      <Sums ledger={data} />
      {data.differences.length > 0 ? (
        <div className="grid gap-1">
          <p className="font-semibold text-bad">What differs from the provider</p>
          <ul className="list-disc pl-5">
            {data.differences.map((difference) => (
              <li key={difference} className="break-words">
                {difference}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </section>
  )
}

function Sums({ ledger }: { ledger: StaffLedger }) {
  const counts: [string, string][] = [
    ['Received', formatPaise(ledger.captured_paise)],
    ['Refunded', formatPaise(ledger.refunded_paise)],
    ['Payments', String(ledger.captured)],
    ['Enrolled', String(ledger.enrolled)],
    ['Sent back', String(ledger.refunded)],
    ['Refund due', String(ledger.refund_due)],
    ['In review', String(ledger.review)],
  ]
  const wrong: [string, number][] = [
    ['Not decided', ledger.pending],
    ['Without enrolment or receipt', ledger.without_enrolment],
    ['Refunds that do not add up', ledger.misstated],
    ['Without an order', ledger.unmatched],
    ['Documents that wait', ledger.waiting_documents],
    ['Disputes lost', ledger.disputes_lost],
  ]
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-4">
      {[...counts, ...wrong.filter(([, count]) => count > 0).map(([label, count]) => [label, String(count)] as const)].map(
        ([label, value]) => (
          <div key={label}>
            <dt className="text-xs text-muted">{label}</dt>
            <dd className="figures text-lg font-semibold">{value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}
