import type { Instructor } from '#contract/catalog/catalog.ts'
import { InstructorHello } from './instructor-hello.tsx'
import { InstructorLinks } from './instructor-links.tsx'

const small = { face: 'size-11 sm:size-16', mark: 'size-6' }

/** Instructors with portrait, background and links; the first four on a phone. */
export function InstructorList({ instructors }: { instructors: Instructor[] }) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-5 sm:grid-cols-2 sm:gap-8 lg:grid-cols-4">
      {instructors.map((one) => (
        <li
          key={one.id}
          className="flex items-start gap-3 has-[video]:flex-wrap max-sm:flex-wrap max-sm:content-start max-sm:nth-[n+5]:hidden sm:gap-4"
        >
          <InstructorHello instructor={one} sizes={small} />
          <div className="min-w-0 max-sm:contents">
            <h3 className="min-w-0 flex-1 text-sm leading-snug font-semibold tracking-normal sm:text-base">{one.name}</h3>
            <p className="w-full text-xs text-muted max-sm:-mt-1.5 max-sm:line-clamp-3 sm:mt-0.5">{one.background}</p>
            <InstructorLinks name={one.name} links={one.links} isCompact />
          </div>
        </li>
      ))}
    </ul>
  )
}
