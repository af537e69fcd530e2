import { Link } from 'react-router'
import type { CourseCard } from '#contract/catalog/catalog.ts'
import { pathTo } from '#contract/pages.ts'
import { formatDay, formatRupees } from '#ui/format.ts'
import { Picture } from '#web/lib/picture.tsx'

/** Courses as compact rows: picture, title, next batch and the price to pay. */
export function CourseRows({ courses }: { courses: CourseCard[] }) {
  return (
    <ul className="grid gap-x-12 md:grid-cols-2">
      {courses.map((course) => {
        const next = course.upcoming_batches.find((batch) => batch.can_enroll)
        return (
          <li key={course.id} className="border-t border-line">
            <article className="group relative flex items-center gap-4 py-3 lg:py-4.5">
              <Picture
                path={course.image}
                alt=""
                width={160}
                height={120}
                className="h-14 w-18 shrink-0 rounded-md object-cover lg:h-18 lg:w-24"
              />
              <div className="min-w-0 flex-1">
                <h3 className="text-base leading-snug font-semibold tracking-normal lg:text-lg">
                  <Link
                    to={pathTo('course', course.id)}
                    prefetch="intent"
                    className="after:absolute after:inset-0 group-hover:text-accent"
                  >
                    {course.title}
                  </Link>
                </h3>
                <p className="figures mt-0.5 text-sm text-muted">
                  {next ? (
                    <span className="font-semibold text-signal">{formatDay(next.starts_at)}</span>
                  ) : (
                    'New dates to be announced'
                  )}{' '}
                  <span aria-hidden="true">·</span> <span className="max-sm:hidden">{course.duration}</span>
                  <span className="font-semibold text-ink sm:hidden">{formatRupees(course.amount)}</span>
                </p>
              </div>
              <p className="figures shrink-0 text-sm font-semibold max-sm:hidden">{formatRupees(course.amount)}</p>
            </article>
          </li>
        )
      })}
    </ul>
  )
}
