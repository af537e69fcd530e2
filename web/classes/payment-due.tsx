import { pathTo } from '#contract/pages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { formatPlainDay } from '#ui/format.ts'

interface Props {
  courseId: number
  batchId: number
  /** The day of the part, when it is known. */
  dueOn?: string | null | undefined
  /** Joining and recordings wait for it. */
  isPaused: boolean
  /** Named where several courses stand together. */
  course?: string
}

/** A part of the price that is due, and what waits for it. */
export function PaymentDue({ courseId, batchId, dueOn, isPaused, course }: Props) {
  return (
    <section
      aria-label="Payment is due"
      className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-lg border border-line border-l-4 border-l-signal bg-surface p-5 shadow-card"
    >
      <div className="min-w-0 flex-1 basis-72">
        <p className="text-sm font-semibold text-signal">Payment is due</p>
        {course ? <p className="mt-0.5 text-lg leading-snug font-bold tracking-tight">{course}</p> : null}
        <p className={course ? 'figures mt-0.5 text-sm text-muted' : 'figures mt-0.5'}>
          {dueOn ? `The next part of your fee is due on ${formatPlainDay(dueOn)}. ` : null}
          {isPaused ? 'Joining, recordings and the certificate open at once when it is paid. Your work stays open.' : null}
        </p>
      </div>
      <ButtonLink variant="primary" to={pathTo('room-batch', courseId, { batch: batchId })}>
        See what is due<span className="sr-only">{course ? ` for ${course}` : ''}</span>
      </ButtonLink>
    </section>
  )
}
