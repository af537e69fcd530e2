import type { Instructor } from '#contract/catalog/catalog.ts'
import { InstructorLinks } from './instructor-links.tsx'
import { Picture } from '#web/lib/picture.tsx'

/** Who teaches the shown batch. */
export function InstructorCard({ instructor }: { instructor: Instructor }) {
  return (
    <section aria-labelledby="instructor" className="flex items-start gap-5">
      <Picture
        path={instructor.portrait}
        alt=""
        width={88}
        height={88}
        className="size-18 shrink-0 rounded-full object-cover sm:size-22"
      />
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
