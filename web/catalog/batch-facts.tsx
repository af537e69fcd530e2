import type { UpcomingBatch } from '#contract/catalog.ts'
import { formatClock, formatLongDay } from '#ui/format.ts'
import { LocalTime } from '#ui/local-time.tsx'
import { BatchStatus } from '../lib/batch-status.tsx'

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
        <BatchStatus status={batch.status} />
        {seats ? <span className="figures text-sm text-muted">{seats}</span> : null}
      </span>
    </>
  )
}

/** Shows seats only when they are limited and the batch has not started. */
function seatsLine(batch: UpcomingBatch): string | null {
  if (batch.can_enroll) return batch.seats_left === null ? null : `${batch.seats_left} of ${batch.capacity} seats left`
  return batch.seats_left === 0 && batch.status.startsWith('Starts on') ? 'Full' : null
}

/** The start of a batch in one line. */
export function startLine(batch: UpcomingBatch): string {
  return `${formatLongDay(batch.starts_at)}, ${formatClock(batch.starts_at)}`
}
