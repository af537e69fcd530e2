import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import type { EnrolledCourse } from '#contract/enrolment/enrolment.ts'
import { LoadFailed } from '#web/lib/load-failed.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { formatPlainDay } from '#ui/format.ts'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import { byNextClass } from './by-next-class.ts'
import type { useEnrolled } from './use-enrolled.ts'

type OwnBatch = EnrolledCourse['enrolled_batches'][number]

interface Props {
  query: ReturnType<typeof useEnrolled>
  /** Where a batch leads. */
  pathOf: (course: EnrolledCourse, batch: OwnBatch) => string
  /** What the list counts, in words. */
  countOf: (batch: OwnBatch) => string
}

/** One line for each batch of the student, with what the list counts. */
export function CourseLinks({ query: { data, error, isFetching, refetch }, pathOf, countOf }: Props) {
  if (error && !data) {
    return (
      <LoadFailed title="Your courses could not be loaded." isFetching={isFetching} onRetry={() => void refetch()}>
        Your places are safe.
      </LoadFailed>
    )
  }
  if (!data) {
    return (
      <Loading label="Loading your courses" className="space-y-3">
        <Skeleton className="h-20 w-full rounded-lg" />
        <Skeleton className="h-20 w-full rounded-lg" />
      </Loading>
    )
  }
  if (data.length === 0) {
    return (
      <div className="rounded-lg border border-dashed border-edge px-6 py-12 text-center">
        <p className="text-lg font-semibold">No enrolled courses found.</p>
        <ButtonLink variant="primary" to="/courses" className="mt-5">
          See all courses
        </ButtonLink>
      </div>
    )
  }
  return (
    <ul className="divide-y divide-line rounded-lg border border-line bg-surface shadow-card">
      {byNextClass(data).flatMap((course) =>
        course.enrolled_batches.map((batch) => (
          <li
            key={batch.batch_id}
            className="group relative flex items-center gap-4 px-5 py-4 first:rounded-t-lg last:rounded-b-lg hover:bg-accent-soft/60"
          >
            <div className="min-w-0 flex-1">
              <p className="leading-snug font-semibold">
                <Link to={pathOf(course, batch)} className="group-hover:text-accent after:absolute after:inset-0">
                  {course.title}
                </Link>
              </p>
              <p className="figures text-sm text-muted">
                Batch of {formatPlainDay(`${batch.batch_date}T12:00:00+05:30`)}
                {batch.classes_total > 0 ? `, ${countOf(batch)}` : ''}
              </p>
            </div>
            <ArrowRight aria-hidden="true" className="size-4 shrink-0 text-muted group-hover:text-accent" />
          </li>
        )),
      )}
    </ul>
  )
}
