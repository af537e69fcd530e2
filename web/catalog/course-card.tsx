import { Link } from 'react-router'
import type { CourseCard as Course } from '#contract/catalog/catalog.ts'
import { pathTo } from '#contract/pages.ts'
import { formatDay } from '#ui/format.ts'
import { Picture } from '#web/lib/picture.tsx'
import { Price } from './price.tsx'

/** A course in a grid. The whole card links to the course page. */
function CourseCard({
  course,
  level = 'h3',
  eager = false,
  compact = false,
}: {
  course: Course
  level?: 'h2' | 'h3'
  eager?: boolean
  /** Leaves out the description on a phone. */
  compact?: boolean
}) {
  const next = course.upcoming_batches.find((batch) => batch.can_enroll)
  const Heading = level
  return (
    <article className="group relative flex h-full flex-col overflow-hidden rounded-lg border border-line bg-surface shadow-card transition-shadow duration-200 hover:shadow-lift">
      <Picture path={course.image} alt="" width={640} height={400} eager={eager} className="aspect-[16/9] w-full object-cover" />
      <div className="flex flex-1 flex-col p-5">
        <p className="text-xs font-semibold text-muted">
          {course.category} <span aria-hidden="true">·</span> {course.duration} <span aria-hidden="true">·</span>{' '}
          {course.difficulty_level}
        </p>
        <Heading className="mt-2 text-xl">
          <Link
            to={pathTo('course', course.id)}
            prefetch="intent"
            className="after:absolute after:inset-0 after:rounded-lg group-hover:text-accent"
          >
            {course.title}
          </Link>
        </Heading>
        <p className={`mt-2 line-clamp-3 text-sm text-muted ${compact ? 'max-sm:hidden' : ''}`}>{course.description}</p>
        <div className="mt-auto pt-5">
          <p className="figures mb-3 flex items-center gap-2 border-t border-line pt-4 text-sm font-medium">
            {next ? (
              <>
                <span aria-hidden="true" className="size-2 rounded-full bg-signal forced-colors:bg-[CanvasText]" />
                Next batch {formatDay(next.starts_at)}
              </>
            ) : (
              <span className="text-muted">New dates to be announced</span>
            )}
          </p>
          <Price course={course} />
        </div>
      </div>
    </article>
  )
}

const snapRow =
  'max-sm:-mx-4 max-sm:auto-cols-[80%] max-sm:grid-flow-col max-sm:gap-4 max-sm:snap-x max-sm:snap-mandatory max-sm:scroll-px-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:pb-4 max-sm:*:snap-start'

/** `snap` makes one row of cards on a phone, which scrolls sideways. */
export function CourseGrid({ courses, level, snap = false }: { courses: Course[]; level?: 'h2' | 'h3'; snap?: boolean }) {
  return (
    <ul className={`grid gap-6 sm:grid-cols-2 lg:grid-cols-3 ${snap ? snapRow : ''}`}>
      {courses.map((course) => (
        <li key={course.id}>
          <CourseCard course={course} compact={snap} {...(level ? { level } : {})} />
        </li>
      ))}
    </ul>
  )
}
