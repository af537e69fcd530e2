import type { LiveClass } from '#contract/classes.ts'
import { formatClock, formatDayOfMonth, formatLongDay, formatMonth } from '#ui/format.ts'
import { LocalTime } from '#ui/local-time.tsx'

/** The classes after the next one. */
export function ClassSchedule({ classes }: { classes: readonly LiveClass[] }) {
  return (
    <section aria-labelledby="schedule">
      <h2 id="schedule" className="text-xl">
        Upcoming classes
      </h2>
      {classes.length === 0 ? (
        <p className="mt-3 text-sm text-muted">No further classes are planned.</p>
      ) : (
        <ol className="mt-4 divide-y divide-line border-y border-line">
          {classes.map((one) => (
            <li key={one.starts_at} className="flex items-center gap-4 py-3">
              <span aria-hidden="true" className="figures w-11 shrink-0 rounded-md bg-signal-soft py-1.5 text-center text-signal">
                <span className="block text-lg leading-none font-bold">{formatDayOfMonth(one.starts_at)}</span>
                <span className="block text-xs font-semibold">{formatMonth(one.starts_at)}</span>
              </span>
              <span className="min-w-0">
                <span className="block text-sm font-semibold">Class {one.day_number}</span>
                <time dateTime={one.starts_at} className="figures block text-xs text-muted">
                  {formatLongDay(one.starts_at).split(',')[0]}
                  <span className="sr-only"> {formatLongDay(one.starts_at)}</span>, {formatClock(one.starts_at)}
                </time>
                <span className="figures block text-xs text-muted">
                  <LocalTime instant={one.starts_at} />
                </span>
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
