import { PenLine } from 'lucide-react'
import type { EnrolledCourse } from '#contract/enrolment/enrolment.ts'
import { pathTo } from '#contract/pages.ts'
import { ButtonLink } from '#ui/button.tsx'

/** Asks for a review of each course that is over and has none yet. */
export function ReviewWanted({ courses }: { courses: readonly EnrolledCourse[] }) {
  if (courses.length === 0) return null
  return (
    <section aria-labelledby="review-wanted">
      <h2 id="review-wanted" className="mb-4 text-xl">
        How was it?
      </h2>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface shadow-card">
        {courses.map(({ id, title }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-5">
            <p className="min-w-52 flex-1">
              <span className="block leading-snug font-semibold">{title}</span>
              <span className="block text-sm text-muted">The school reads your review. Nobody else does, unless you agree.</span>
            </p>
            <ButtonLink to={`${pathTo('room-batch', id)}#own-review`}>
              <PenLine aria-hidden="true" className="size-4" />
              Write a review<span className="sr-only"> of {title}</span>
            </ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
