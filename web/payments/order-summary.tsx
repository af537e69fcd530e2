import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatClock, formatLongDay, formatRupees } from '#ui/format.ts'
import { LocalTime } from '#ui/local-time.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useRootData } from '../lib/root-data.ts'
import { choiceQuery } from './queries.ts'

interface Props {
  batchId: string
  /** The started payment, once the server has answered. */
  started: { course_name: string; amount: number } | undefined
  amountLabel: string
}

/** The order: course, batch, date and amount, as far as they are known. */
export function OrderSummary({ batchId, started, amountLabel }: Props) {
  const taxed = Boolean(useRootData()?.site.gstin)
  const { data: choice, isPending } = useQuery(choiceQuery(batchId))
  const title = choice?.course.title ?? started?.course_name
  // The server's amount takes precedence over the catalogue's.
  const amount = started?.amount ?? choice?.course.amount
  const saved =
    choice && amount === choice.course.amount && choice.course.amount < choice.course.price ? choice.course : undefined
  if (!isPending && !title) return null
  return (
    <section aria-labelledby="order" className="rounded-lg border border-line bg-surface shadow-card">
      <div className="border-b border-line p-6 sm:px-8">
        <h2 id="order" className="eyebrow tracking-normal">
          Your order
        </h2>
        {title ? (
          <p className="mt-1.5 text-xl font-bold tracking-tight">{title}</p>
        ) : (
          <Skeleton className="mt-2.5 h-7 w-64 max-w-full" />
        )}
      </div>
      <dl className="divide-y divide-line px-6 sm:px-8">
        {choice || isPending ? (
          <>
            <Row name="Starts" known={choice}>
              {choice ? (
                <>
                  {formatLongDay(choice.batch.starts_at)}
                  <span className="block">
                    {formatClock(choice.batch.starts_at)}{' '}
                    <span className="text-sm font-normal text-muted">
                      <LocalTime instant={choice.batch.starts_at} />
                    </span>
                  </span>
                </>
              ) : null}
            </Row>
            <Row name="Batch" known={choice}>
              {choice?.batch.batch_type}
              <span className="block text-sm font-normal text-muted">
                {choice?.batch.mode_of_training}, with {choice?.batch.instructor_name}
              </span>
            </Row>
          </>
        ) : null}
        {saved ? (
          <>
            <Row name="List price" known={saved}>
              <span className="font-normal text-muted">{formatRupees(saved.price)}</span>
            </Row>
            <Row name={saved.discounts[0] ? `${saved.discounts[0].value} Off` : 'Discount'} known={saved}>
              <span className="font-normal text-muted">− {formatRupees(saved.price - saved.amount)}</span>
            </Row>
          </>
        ) : null}
        <Row name={amountLabel} known={amount}>
          <span className="text-xl font-bold tracking-tight">{amount === undefined ? null : formatRupees(amount)}</span>
          {taxed ? <span className="block text-sm font-normal text-muted">Taxes included</span> : null}
        </Row>
      </dl>
    </section>
  )
}

function Row({ name, known, children }: { name: string; known: unknown; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-4 py-4">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="figures text-right font-semibold">
        {known === undefined || known === null ? <Skeleton className="ml-auto h-12 w-44 max-w-full" /> : children}
      </dd>
    </div>
  )
}
