import { Award, BarChart3, ChevronDown, Clock, LifeBuoy } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Course } from '#contract/catalog.ts'

const icon = 'size-4.5'

/** Duration, level, certificate and support of a course, and its certifications. */
export function IncludedList({ course }: { course: Course }) {
  return (
    <details className="group border-t border-line pt-2 text-sm">
      <summary className="flex min-h-11 list-none items-center justify-between gap-4 font-semibold hover:text-accent [&::-webkit-details-marker]:hidden">
        What is included
        <ChevronDown aria-hidden="true" className="size-4 text-muted transition-transform duration-150 group-open:rotate-180" />
      </summary>
      <ul className="mt-1 space-y-2.5 text-sm">
        <Included icon={<Clock aria-hidden="true" className={icon} />}>{course.duration}</Included>
        <Included icon={<BarChart3 aria-hidden="true" className={icon} />}>{course.difficulty_level}</Included>
        <Included icon={<Award aria-hidden="true" className={icon} />}>Certificate of completion</Included>
        {course.support.map((item) => (
          <Included key={item} icon={<LifeBuoy aria-hidden="true" className={icon} />}>
            {item}
          </Included>
        ))}
      </ul>
      {course.certifications.length > 0 ? (
        <>
          <h3 className="mt-5 text-sm font-semibold tracking-normal">Certifications</h3>
          <ul className="mt-2 space-y-1.5 text-sm text-muted">
            {course.certifications.map((certification) => (
              <li key={certification}>{certification}</li>
            ))}
          </ul>
        </>
      ) : null}
    </details>
  )
}

function Included({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <span className="mt-0.5 shrink-0 text-accent">{icon}</span>
      <span>{children}</span>
    </li>
  )
}
