import type { Course } from '#contract/catalog.ts'
import { Button } from '#ui/button.tsx'
import { formatDayOfMonth, formatMonth } from '#ui/format.ts'
import { BatchFacts } from './batch-facts.tsx'

export function BatchesTab({ course, onPick }: { course: Course; onPick: (batch: number) => void }) {
  if (course.upcoming_batches.length === 0) {
    return <p className="text-muted">No dates are set yet. Ask for a call below and we will tell you as soon as they are.</p>
  }
  return (
    <>
      <h2 className="mb-4 text-xl">Upcoming batches</h2>
      <ul className="divide-y divide-line border-y border-line">
        {course.upcoming_batches.map((batch) => (
          <li key={batch.id} className="flex flex-col gap-4 py-5 sm:flex-row sm:items-center sm:justify-between">
            <div className="flex min-w-0 gap-5">
              <p aria-hidden="true" className="figures w-12 shrink-0 pt-1 text-center leading-none">
                <span className={`block text-2xl font-bold ${batch.can_enroll ? 'text-signal' : 'text-muted'}`}>
                  {formatDayOfMonth(batch.starts_at)}
                </span>
                <span className="mt-1 block text-xs text-muted">{formatMonth(batch.starts_at)}</span>
              </p>
              <div className="min-w-0">
                <BatchFacts batch={batch} />
              </div>
            </div>
            {batch.can_enroll ? (
              <Button variant="secondary" className="shrink-0" data-needs-script="" onClick={() => onPick(batch.id)}>
                Choose this batch
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </>
  )
}
