import { Link } from 'react-router'
import type { CourseCard as Course } from '#contract/catalog.ts'
import { pathTo } from '#contract/pages.ts'
import { formatDay } from '#ui/format.ts'
import { Picture } from '../lib/picture.tsx'
import { Price } from './price.tsx'

/** A course in a grid. The whole card links to the course page. */
export function CourseCard({ course, level = 'h3', eager = false }: { course: Course; level?: 'h2' | 'h3'; eager?: boolean }) {
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
        <p className="mt-2 line-clamp-3 text-sm text-muted">{course.description}</p>
        <div className="mt-auto pt-5">
          <p className="figures mb-3 flex items-center gap-2 border-t border-line pt-4 text-sm font-medium">
            {next ? (
              <>
                <span aria-hidden="true" className="size-2 rounded-full bg-signal" />
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

export function CourseGrid({ courses, level }: { courses: Course[]; level?: 'h2' | 'h3' }) {
  return (
    <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
      {courses.map((course) => (
        <li key={course.id}>
          <CourseCard course={course} {...(level ? { level } : {})} />
        </li>
      ))}
    </ul>
  )
}
