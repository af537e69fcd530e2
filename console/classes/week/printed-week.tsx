import type { Week } from '#contract/classes/staff/week.ts'
import { classStateNames } from '#contract/classes/staff/sessions.ts'
import { clockOf, dayOf, daysFrom } from '#ui/days.ts'
import { formatClock, formatDay } from '#ui/format.ts'
import { classTitle } from '#console/kit/calendar/states.tsx'
import { courseOf } from './class-text.ts'
import { noonOf, rangeText, timesOf } from './week-days.ts'

/** The week on paper: a row for each time at which classes begin, a column for each day. */
export function PrintedWeek({ week, filters }: { week: Week; filters: string }) {
  const days = week.from === week.to ? [week.from] : daysFrom(week.from, 7)
  const byTime = Map.groupBy(
    week.classes.toSorted((one, other) => clockOf(one.starts_at).localeCompare(clockOf(other.starts_at))),
    ({ starts_at: at }) => formatClock(at).replace(' IST', ''),
  )
  return (
    <div className="printed-week">
      <h1>
        Classes, {rangeText(week.from, week.to)}
        {filters ? `, ${filters}` : ''}
      </h1>
      <table>
        <thead>
          <tr>
            <th scope="col">IST</th>
            {days.map((day) => (
              <th key={day} scope="col">
                {formatDay(noonOf(day))}
                {week.holidays
                  .filter((one) => one.day === day)
                  .map(({ calendar, name }) => (
                    <span key={calendar}>
                      {name} ({calendar})
                    </span>
                  ))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...byTime].map(([time, classes]) => (
            <tr key={time}>
              <th scope="row">{time}</th>
              {days.map((day) => (
                <td key={day}>
                  {classes
                    .filter(({ starts_at: at }) => dayOf(at) === day || (day === week.from && dayOf(at) < day))
                    .map((session) => (
                      <p key={session.id}>
                        <strong className={session.state === 'cancelled' ? 'line-through' : ''}>{courseOf(session)}</strong>
                        {timesOf(session)}, {session.instructor}. {classTitle(session)}, batch {session.batch_id}
                        {session.state === 'scheduled' ? '' : `. ${classStateNames[session.state]}`}
                        {session.clashes.length > 0 ? '. Clash' : ''}.
                      </p>
                    ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {week.classes.length === 0 ? <p>No class.</p> : null}
    </div>
  )
}
