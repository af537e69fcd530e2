import type { ShownPrice } from '#web/lib/own-price/shown-price.ts'
import type { Course, UpcomingBatch } from '#contract/catalog/catalog.ts'
import { pathTo } from '#contract/pages.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { opensDialog } from '#ui/document-dialog.tsx'
import { formatClock, formatDay, formatRupees } from '#ui/format.ts'
import { pickerId } from './batch-picker.tsx'

/** A fixed bar with price and button, on a phone only. */
export function EnrollBar({
  course,
  batch,
  ownBatch,
  price,
}: {
  course: Course
  batch: UpcomingBatch | undefined
  /** The price with the coupon of this visit, or of this student; null where it is that of everybody. */
  price: ShownPrice | null
  /** The id of the batch that the student attends. */
  ownBatch: number | undefined
}) {
  return (
    <div
      data-needs-script=""
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      <div className="page flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
        <p className="figures min-w-0 flex-1 basis-32 leading-tight">
          <span className="block text-lg font-bold">
            {ownBatch === undefined ? formatRupees(price ? price.total_paise / 100 : course.amount) : 'You are enrolled'}
          </span>
          <span className="text-xs text-muted">
            {batch
              ? `${batch.status === 'Batch already started' ? 'Started' : 'Starts'} ${formatDay(batch.starts_at)}, ${formatClock(batch.starts_at)}`
              : ownBatch === undefined
                ? 'Dates to be announced'
                : ''}
          </span>
        </p>
        {ownBatch === undefined ? (
          <Button variant="primary" {...opensDialog(pickerId)} size="md" disabled={!batch}>
            Enroll Now
          </Button>
        ) : (
          <ButtonLink variant="primary" to={pathTo('room', course.id, { batch: ownBatch })} reloadDocument>
            Go to your room
          </ButtonLink>
        )}
      </div>
    </div>
  )
}
