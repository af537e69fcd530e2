import { Link } from 'react-router'
import type { RoomBatch } from '#contract/classes/classes.ts'
import { formatPlainDay } from '#ui/format.ts'

/** Switches between the batches of a course for a student enrolled in more than one. */
export function BatchSwitch({ batches, shown }: { batches: readonly RoomBatch[]; shown: RoomBatch }) {
  if (batches.length < 2) return null
  return (
    <nav aria-label="Your batches of this course" className="mt-6">
      <ul className="flex flex-wrap gap-2 max-sm:grid max-sm:grid-cols-2">
        {batches.map((batch) => (
          <li key={batch.batch_id}>
            <Link
              to={`?batch=${batch.batch_id}`}
              replace
              preventScrollReset
              data-keeps-focus=""
              aria-current={batch === shown ? 'page' : undefined}
              className="figures inline-flex h-full min-h-11 w-full flex-col justify-center rounded-md border border-edge bg-surface px-3 sm:px-4 py-1.5 text-sm leading-tight hover:border-ink aria-[current]:border-accent aria-[current]:bg-accent-soft"
            >
              <span className="font-semibold">{batch.batch_type}</span>
              <span className="text-xs text-muted">from {formatPlainDay(batch.starts_at)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
