import { Check, ChevronDown } from 'lucide-react'
import type { Course } from '#contract/catalog/catalog.ts'

/** Duration, level, certificate and support of a course, and its certifications. */
export function IncludedList({ course }: { course: Course }) {
  const items = [course.duration, course.difficulty_level, 'Certificate of completion', ...course.support]
  return (
    <details className="group border-t border-line pt-2 text-sm">
      <summary className="flex min-h-11 list-none items-center justify-between gap-4 font-semibold hover:text-accent [&::-webkit-details-marker]:hidden">
        What is included
        <ChevronDown aria-hidden="true" className="size-4 text-muted transition-transform duration-150 group-open:rotate-180" />
      </summary>
      <ul className="mt-1 space-y-2">
        {items.map((item) => (
          <li key={item} className="flex gap-3">
            <Check aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-accent" />
            {item}
          </li>
        ))}
      </ul>
      {course.certifications.length > 0 ? (
        <>
          <h3 className="mt-5 font-semibold tracking-normal">Certifications</h3>
          <ul className="mt-2 space-y-1.5 text-muted">
            {course.certifications.map((certification) => (
              <li key={certification}>{certification}</li>
            ))}
          </ul>
        </>
      ) : null}
    </details>
  )
}
