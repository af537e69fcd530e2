import { useQuery } from '@tanstack/react-query'
import { type Place, readPlace } from '#contract/money/staff/hand-enrolments.ts'
import { formatPlainDay } from '#ui/format.ts'
import { call } from '#console/kit/api/client.ts'
import { formatPaise } from '#console/kit/parts/money.ts'
import { SkeletonLines, Failed } from '#console/kit/parts/states.tsx'
import { Summary, SummaryRow } from './parts.tsx'

/** Price and seats of a batch for a student, as they are now. */
export function usePlace(batchId: number | null, studentId: number | null) {
  return useQuery({
    queryKey: ['money', 'place', batchId, studentId],
    queryFn: () =>
      call(readPlace, { params: { id: batchId ?? 0 }, query: studentId === null ? {} : { student: String(studentId) } }),
    enabled: batchId !== null,
    staleTime: 0,
    placeholderData: (before) => (before?.batch_id === batchId ? before : undefined),
  })
}

/** What a place is and costs, beside the form. */
export function PlaceSummary({
  query,
  amount,
  discount = 0,
}: {
  query: ReturnType<typeof usePlace>
  amount: 'price' | 'list'
  /** What the desk takes off the price, in paise. */
  discount?: number
}) {
  return (
    <section
      aria-label="The place"
      className="order-first min-h-44 rounded-md border border-line bg-sunken/50 p-4 sm:order-none sm:self-start"
    >
      {query.data ? (
        <Shown place={query.data} amount={amount} discount={discount} />
      ) : query.isError ? (
        <Failed error={query.error} onRetry={() => void query.refetch()} />
      ) : query.isFetching ? (
        <SkeletonLines lines={4} />
      ) : (
        <p className="text-muted">Choose a batch to see its price and its seats.</p>
      )}
    </section>
  )
}

function Shown({ place, amount, discount }: { place: Place; amount: 'price' | 'list'; discount: number }) {
  const isReduced = place.amount_paise !== place.list_price_paise
  return (
    <div className="grid gap-3">
      <div>
        <p className="font-semibold">{place.course}</p>
        <p className="text-muted">{place.batch_type}</p>
      </div>
      <Summary>
        <SummaryRow label={place.has_started ? 'Began' : 'Begins'}>{formatPlainDay(place.starts_at)}</SummaryRow>
        <SummaryRow label="Seats left">
          {place.seats_left === null ? 'Unlimited' : place.seats_left.toLocaleString('en-IN')}
        </SummaryRow>
        <SummaryRow label="List price">
          <span className="figures">{formatPaise(place.list_price_paise)}</span>
        </SummaryRow>
        {amount === 'price' && isReduced ? (
          <SummaryRow label="Discount">
            <span className="figures">− {formatPaise(place.list_price_paise - place.amount_paise)}</span>
          </SummaryRow>
        ) : null}
        {discount > 0 ? (
          <SummaryRow label="At the desk">
            <span className="figures">− {formatPaise(discount)}</span>
          </SummaryRow>
        ) : null}
      </Summary>
      {amount === 'price' ? (
        <p className="flex items-baseline justify-between gap-4 border-t border-line pt-3">
          <span className="font-semibold">To receive</span>
          <span className="figures text-xl font-semibold">{formatPaise(Math.max(0, place.amount_paise - discount))}</span>
        </p>
      ) : null}
    </div>
  )
}
