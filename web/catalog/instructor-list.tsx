import type { Instructor } from '#contract/catalog/catalog.ts'
import { Picture } from '#web/lib/picture.tsx'

/** Instructors with portrait and background; the first four on a phone. */
export function InstructorList({ instructors }: { instructors: Instructor[] }) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-5 sm:grid-cols-2 sm:gap-8 lg:grid-cols-4">
      {instructors.map((one) => (
        <li
          key={one.id}
          className="flex items-center gap-3 max-sm:flex-wrap max-sm:content-start max-sm:nth-[n+5]:hidden sm:gap-4"
        >
          <Picture
            path={one.portrait}
            alt=""
            width={88}
            height={88}
            className="size-11 shrink-0 rounded-full object-cover sm:size-16"
          />
          <div className="min-w-0 max-sm:contents">
            <h3 className="min-w-0 flex-1 text-sm leading-snug font-semibold tracking-normal sm:text-base">{one.name}</h3>
            <p className="w-full text-xs text-muted max-sm:-mt-1.5 max-sm:line-clamp-3 sm:mt-0.5">{one.background}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
