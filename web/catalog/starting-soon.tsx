import { Link } from 'react-router'
import type { NextStart } from '#contract/catalog/catalog.ts'
import { pathTo } from '#contract/pages.ts'
import { Icon } from '#ui/icon.tsx'
import { formatClock, formatDay, formatDayOfMonth, formatMonth, formatRupees } from '#ui/format.ts'

/** A table of upcoming batches: date, course, time, price, and seats when they are limited. */
export function StartingSoon({ starts }: { starts: NextStart[] }) {
  if (starts.length === 0) return null
  return (
    <section aria-labelledby="starting-soon" className="min-w-0 rounded-lg border border-line bg-surface shadow-card">
      <div className="flex items-baseline justify-between gap-4 border-b border-line px-4 py-2.5 sm:px-5 sm:py-4">
        <h2 id="starting-soon" className="text-base tracking-normal">
          Starting soon
        </h2>
        <p className="text-xs text-muted">Times in IST</p>
      </div>
      <ol className="divide-y divide-line">
        {starts.map(({ course, batch }) => (
          <li
            key={batch.id}
            className="group relative flex items-center gap-4 px-4 py-2.5 hover:bg-accent-soft sm:px-5 sm:py-3.5"
          >
            <p
              aria-hidden="true"
              className="figures w-12 shrink-0 border-r border-line pr-3 sm:w-14 sm:pr-4 text-center leading-none"
            >
              <span className="block text-xl font-bold text-signal">{formatDayOfMonth(batch.starts_at)}</span>
              <span className="mt-1 block text-xs text-muted">{formatMonth(batch.starts_at)}</span>
            </p>
            <div className="min-w-0 flex-1">
              <h3 className="text-sm leading-snug font-semibold tracking-normal">
                <Link to={pathTo('course', course.id, { batch: batch.id })} className="after:absolute after:inset-0">
                  {course.title}
                </Link>
              </h3>
              <p className="figures text-xs text-muted">
                {formatDay(batch.starts_at)}, {formatClock(batch.starts_at).replace(' IST', '')}
                <span className="font-semibold text-ink sm:hidden"> · {formatRupees(course.amount)}</span>
                {batch.seats_left === null ? null : (
                  <>
                    <span className="max-[26rem]:hidden">{' · '}</span>
                    <span className="max-[26rem]:block">{`${batch.seats_left} of ${batch.capacity} seats left`}</span>
                  </>
                )}
              </p>
            </div>
            <p className="figures text-sm font-semibold max-sm:hidden">{formatRupees(course.amount)}</p>
            <Icon
              name="arrow-right"
              className="hidden size-4 text-muted transition-transform duration-150 group-hover:translate-x-0.5 group-hover:text-accent sm:block"
            />
          </li>
        ))}
      </ol>
    </section>
  )
}
