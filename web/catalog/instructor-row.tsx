import { Link } from 'react-router'
import type { Instructor } from '#contract/catalog.ts'
import { pathTo } from '#contract/pages.ts'
import { Picture } from '../lib/picture.tsx'

interface Props {
  instructors: (Instructor & { course_id?: number | undefined })[]
}

/** Instructors, each with a link to their course: one row on a phone. The links let the keyboard scroll it sideways. */
export function InstructorRow({ instructors }: Props) {
  return (
    <ul className="grid gap-x-8 gap-y-8 max-sm:-mx-4 max-sm:auto-cols-[38%] max-sm:grid-flow-col max-sm:gap-x-3 max-sm:snap-x max-sm:scroll-px-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:pb-2 max-sm:*:snap-start sm:grid-cols-2 lg:grid-cols-4">
      {instructors.map((one) => (
        <li key={one.id} className="relative sm:flex sm:items-center sm:gap-4">
          <Picture path={one.portrait} alt="" width={88} height={88} className="size-16 shrink-0 rounded-full object-cover" />
          <div className="min-w-0 max-sm:mt-2">
            <h3 className="text-sm leading-snug font-semibold tracking-normal sm:text-base">
              {one.course_id ? (
                <Link to={pathTo('course', one.course_id)} className="after:absolute after:inset-0 hover:text-accent">
                  {one.name}
                </Link>
              ) : (
                one.name
              )}
            </h3>
            <p className="mt-0.5 line-clamp-3 text-xs text-muted">{one.background}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
