import type { Instructor } from '#contract/catalog/catalog.ts'
import { InstructorHello } from './instructor-hello.tsx'
import { InstructorLinks } from './instructor-links.tsx'

/** Who teaches the shown batch. */
export function InstructorCard({ instructor }: { instructor: Instructor }) {
  return (
    <section aria-labelledby="instructor" className="flex items-start gap-5 max-sm:has-[video]:flex-wrap">
      <InstructorHello instructor={instructor} />
      <div className="min-w-0">
        <h2 id="instructor" className="text-xl">
          <span className="eyebrow block tracking-normal">Your instructor</span>
          {instructor.name}
        </h2>
        {instructor.bio ? <p className="mt-1 max-w-[52ch]">{instructor.bio}</p> : null}
        {instructor.background || instructor.languages.length > 0 ? (
          <p className="mt-1.5 text-sm text-muted">
            {instructor.background}
            {instructor.background && instructor.languages.length > 0 ? '. ' : ''}
            {instructor.languages.length > 0 ? `Speaks ${new Intl.ListFormat('en-IN').format(instructor.languages)}.` : ''}
          </p>
        ) : null}
        <InstructorLinks name={instructor.name} links={instructor.links} />
      </div>
    </section>
  )
}
