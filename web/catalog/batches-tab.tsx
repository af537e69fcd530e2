import type { Course } from '#contract/catalog.ts'
import { Button } from '#ui/button.tsx'
import { BatchFacts } from './batch-facts.tsx'

export function BatchesTab({ course, onPick }: { course: Course; onPick: (batch: number) => void }) {
  if (course.upcoming_batches.length === 0) {
    return <p className="text-muted">No dates are set yet. Ask for a call below and we will tell you as soon as they are.</p>
  }
  return (
    <>
      <h2 className="mb-4 text-xl">Upcoming batches</h2>
      <ul className="space-y-4">
        {course.upcoming_batches.map((batch) => (
          <li
            key={batch.id}
            className="flex flex-col gap-4 rounded-md border border-line bg-surface p-5 sm:flex-row sm:items-center sm:justify-between"
          >
            <div>
              <BatchFacts batch={batch} />
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
