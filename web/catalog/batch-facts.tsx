import type { UpcomingBatch } from '#contract/catalog/catalog.ts'
import { formatLongDay } from '#ui/format.ts'
import { LocalTime } from '#ui/local-time.tsx'
import { BatchStatus } from '#web/lib/batch-status.tsx'
import { isFull } from './is-full.ts'

/** The facts of a batch: date, time in both zones, mode, instructor, status, seats. */
export function BatchFacts({ batch }: { batch: UpcomingBatch }) {
  const seats = seatsLine(batch)
  return (
    <>
      <span className="figures block font-semibold">{formatLongDay(batch.starts_at)}</span>
      <span className="figures mt-0.5 block text-sm text-muted">
        {batch.time} <LocalTime instant={batch.starts_at} />
      </span>
      <span className="mt-2 block text-sm">
        {batch.batch_type} <span aria-hidden="true">·</span> {batch.mode_of_training} <span aria-hidden="true">·</span> with{' '}
        {batch.instructor_name}
      </span>
      <span className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1">
        <BatchStatus status={batch.status} full={isFull(batch)} />
        {seats ? <span className="figures text-sm text-muted">{seats}</span> : null}
      </span>
    </>
  )
}

/** Shows seats only when they are limited and can be taken. */
export function seatsLine(batch: UpcomingBatch): string | null {
  return batch.can_enroll && batch.seats_left !== null ? `${batch.seats_left} of ${batch.capacity} seats left` : null
}
