import type { Course, UpcomingBatch } from '#contract/catalog.ts'
import { Button } from '#ui/button.tsx'
import { formatDay, formatRupees } from '#ui/format.ts'

/** A fixed bar with price and button, on a phone only. */
export function EnrollBar({
  course,
  batch,
  onEnroll,
}: {
  course: Course
  batch: UpcomingBatch | undefined
  onEnroll: () => void
}) {
  return (
    <div
      data-needs-script=""
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      <div className="page flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
        <p className="figures leading-tight">
          <span className="block text-lg font-bold">{formatRupees(course.amount)}</span>
          <span className="text-xs text-muted">{batch ? `Starts ${formatDay(batch.starts_at)}` : 'Dates to be announced'}</span>
        </p>
        <Button size="md" onClick={onEnroll} disabled={!batch}>
          Enroll Now
        </Button>
      </div>
    </div>
  )
}
