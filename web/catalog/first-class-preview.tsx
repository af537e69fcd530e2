import { Link } from 'react-router'
import type { NextStart } from '#contract/catalog/catalog.ts'
import { pathTo } from '#contract/pages.ts'
import { joinOpensMinutes } from '#contract/rules.ts'
import { formatClock, formatDayOfMonth, formatDay, formatMonth } from '#ui/format.ts'

/** The first class of the batch that starts next, as its students see it in their room. */
export function FirstClassPreview({ start: { course, batch, first_topic: topic } }: { start: NextStart }) {
  const opens = new Date(Date.parse(batch.starts_at) - joinOpensMinutes * 60_000).toISOString()
  const ends = new Date(Date.parse(batch.starts_at) + batch.class_minutes * 60_000).toISOString()
  return (
    <section
      aria-labelledby="first-class"
      className="relative grid grid-cols-[auto_minmax(0,1fr)] overflow-clip rounded-lg border border-line bg-surface shadow-card hover:border-edge"
    >
      <p aria-hidden="true" className="grid w-16 content-center bg-signal-soft text-center text-signal sm:w-20">
        <span className="figures text-2xl leading-none font-extrabold sm:text-3xl">{formatDayOfMonth(batch.starts_at)}</span>
        <span className="mt-1 text-xs font-semibold">{formatMonth(batch.starts_at)}</span>
      </p>
      <div className="min-w-0 px-4 py-4 sm:px-5">
        <h2 id="first-class" className="text-xs font-semibold tracking-normal text-signal">
          As students see it in their room
        </h2>
        <p className="figures mt-1 text-sm text-muted">
          Class 1 of {batch.class_count}, with {batch.instructor_name}
        </p>
        <p className="mt-0.5 leading-snug font-bold text-balance">
          <Link to={pathTo('course', course.id, { batch: batch.id })} className="after:absolute after:inset-0">
            {topic || course.title}
          </Link>
        </p>
        <p className="figures mt-1 text-sm text-muted">
          {formatDay(batch.starts_at)}, {formatClock(batch.starts_at).replace(' IST', '')} – {formatClock(ends)}
        </p>
      </div>
      <p className="figures col-span-2 border-t border-line bg-sunken px-4 py-2.5 text-xs text-muted sm:px-5">
        <span className="font-semibold text-ink">Join class</span> opens at {formatClock(opens)}, {joinOpensMinutes} minutes
        before it starts.
      </p>
    </section>
  )
}
