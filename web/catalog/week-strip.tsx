import type { UpcomingBatch } from '#contract/catalog/catalog.ts'
import { weekdayNames } from '#ui/days.ts'
import { LocalTime } from '#ui/local-time.tsx'

/** Seven days from Monday; the days with a class are filled. */
export function WeekStrip({ batch }: { batch: Pick<UpcomingBatch, 'weekdays' | 'time' | 'starts_at'> }) {
  const held = weekdayNames.filter((_day, index) => batch.weekdays.includes(index + 1))
  return (
    <div>
      <ol aria-hidden="true" className="grid grid-cols-7 gap-1">
        {weekdayNames.map((day) => (
          <li
            key={day}
            className={`grid h-8 place-items-center rounded-sm border text-xs font-semibold ${
              held.includes(day)
                ? 'border-accent bg-accent text-on-accent forced-colors:border-3 forced-colors:border-[Highlight]'
                : 'border-line text-muted'
            }`}
          >
            {day.charAt(0)}
          </li>
        ))}
      </ol>
      <p className="figures mt-2 text-sm">
        <span className="sr-only">Classes on {new Intl.ListFormat('en-IN').format(held)}, </span>
        {batch.time} <LocalTime instant={batch.starts_at} />
      </p>
    </div>
  )
}
