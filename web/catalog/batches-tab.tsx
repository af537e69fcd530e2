import type { Course } from '#contract/catalog/catalog.ts'
import { pathTo } from '#contract/pages.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { formatDayOfMonth, formatMonth } from '#ui/format.ts'
import { BatchFacts } from './batch-facts.tsx'
import { isFull } from './is-full.ts'

interface Props {
  course: Course
  /** The batches that the student has a place in. */
  own: ReadonlySet<number>
  onPick: (batch: number) => void
}

export function BatchesTab({ course, own, onPick }: Props) {
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
                {own.has(batch.id) ? <p className="text-sm font-semibold text-accent">You are enrolled</p> : null}
                <BatchFacts batch={batch} />
              </div>
            </div>
            {own.has(batch.id) ? (
              <ButtonLink to={pathTo('room', course.id, { batch: batch.id })} className="shrink-0" reloadDocument>
                Go to your room
              </ButtonLink>
            ) : batch.can_enroll ? (
              <Button className="shrink-0" data-needs-script="" onClick={() => onPick(batch.id)}>
                Choose this batch
              </Button>
            ) : isFull(batch) ? (
              <ButtonLink to={pathTo('waitlist', batch.id)} rel="nofollow" className="shrink-0">
                Join the waitlist
              </ButtonLink>
            ) : null}
          </li>
        ))}
      </ul>
    </>
  )
}
