import type { FreeTimes, Week } from '#contract/classes/staff/week.ts'
import { countOf } from '#console/kit/calendar/change-texts.ts'
import { dayOf, daysFrom } from '#ui/days.ts'
import { formatDay, formatLongDay } from '#ui/format.ts'
import type { Finding } from '#console/kit/calendar/finding.ts'
import type { GridColumn } from './grid.tsx'
import { noonOf, type Segment } from './week-days.ts'

export interface ColumnsOf {
  week: Week
  segments: readonly Segment[]
  free: FreeTimes['free']
  today: string
  finding: Finding | null
}

const freeOn = (free: FreeTimes['free'], day: string) => free.filter(({ starts_at: at }) => dayOf(at) === day)

/** A column for each shown day. */
export function daysOfWeek({ week, segments, free, today }: ColumnsOf, onShowDay: (day: string) => void): GridColumn[] {
  const days = week.from === week.to ? [week.from] : daysFrom(week.from, 7)
  const byDay = Map.groupBy(segments, ({ day }) => day)
  return days.map((day) => {
    const holidays = week.holidays.filter((one) => one.day === day)
    const classes = byDay.get(day) ?? []
    return {
      key: day,
      day,
      label: formatLongDay(noonOf(day)),
      segments: classes,
      free: freeOn(free, day),
      isHoliday: holidays.length > 0,
      head: (
        <>
          <button
            type="button"
            onClick={() => onShowDay(day)}
            aria-current={day === today ? 'date' : undefined}
            className="inline-flex min-h-7 items-center gap-1.5 rounded-md px-1 font-semibold hover:bg-sunken"
          >
            <span aria-hidden="true">{formatDay(noonOf(day)).slice(0, 3)}</span>
            <span
              aria-hidden="true"
              className={`figures grid h-6 min-w-6 place-items-center rounded-full px-1 ${day === today ? 'bg-accent text-on-accent forced-colors:border-2' : ''}`}
            >
              {Number(day.slice(8))}
            </span>
            <span className="sr-only">
              {formatLongDay(noonOf(day))}
              {day === today ? ', today' : ''}, {countOf(classes.length, 'class', 'classes')}
            </span>
          </button>
          <HolidayNames holidays={holidays} />
        </>
      ),
    }
  })
}

function HolidayNames({ holidays }: { holidays: Week['holidays'] }) {
  if (holidays.length === 0) return null
  const text = holidays.map(({ name, calendar }) => `${name} (${calendar})`).join(', ')
  return (
    <span title={text} className="block truncate text-xs font-medium text-signal">
      {text}
    </span>
  )
}

/** A column for each instructor who teaches on the day, and for the one whose free times are shown. */
export function instructorsOfDay({ week, segments, free, finding }: ColumnsOf): GridColumn[] {
  const day = week.from
  const ofDay = segments.filter((segment) => segment.day === day)
  const byInstructor = Map.groupBy(ofDay, ({ session }) => session.instructor_id)
  const teachers = [...byInstructor].map(([id, own]) => ({ id, name: own[0]?.session.instructor ?? '', own }))
  const asked = finding?.instructor ?? null
  if (asked !== null && !byInstructor.has(asked)) teachers.push({ id: asked, name: 'Free times', own: [] })
  return teachers
    .toSorted((one, other) => one.name.localeCompare(other.name) || one.id - other.id)
    .map(({ id, name, own }) => ({
      key: `instructor ${id}`,
      day,
      label: name,
      segments: own,
      free: id === asked ? freeOn(free, day) : [],
      isHoliday: false,
      head: (
        <>
          <h2 title={name} className="truncate text-sm">
            {name}
          </h2>
          <span className="text-xs text-muted">{countOf(own.length, 'class', 'classes')}</span>
        </>
      ),
    }))
}
