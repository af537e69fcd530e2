import { Fragment } from 'react'
import { classTitle, ClassState } from '#console/kit/calendar/states.tsx'
import type { Week } from '#contract/classes/staff/week.ts'
import { formatDay } from '#ui/format.ts'
import { dayOf } from '#ui/days.ts'
import { clashText, courseOf } from './class-text.ts'
import { FreeBand } from './free-band.tsx'
import type { GridColumn } from './grid.tsx'
import { noonOf, type Segment, shortClock, timesOf } from './week-days.ts'

interface Props {
  days: readonly Pick<GridColumn, 'key' | 'day' | 'segments' | 'free'>[]
  holidays: Week['holidays']
  now: string
  openId: number | null
  freeMinutes: number
  onPickFree: ((to: { day: string; clock: string }) => void) | undefined
  onOpen: (segment: Segment) => void
}

/** The classes of each day as a list, for a phone. */
export function Agenda({ days, holidays, now, openId, freeMinutes, onPickFree, onOpen }: Props) {
  const today = dayOf(now)
  return days.map(({ key, day, segments, free }) => {
    const off = holidays.filter((one) => one.day === day)
    const sorted = segments.toSorted((one, other) => one.from - other.from)
    const next = day === today ? sorted.find(({ session }) => session.starts_at > now) : undefined
    return (
      <section key={key} aria-label={formatDay(noonOf(day))} className="border-b border-line">
        <h2 className="sticky top-0 z-10 flex flex-wrap items-baseline gap-x-2 bg-sunken px-4 py-2 text-base">
          {formatDay(noonOf(day))}
          {day === today ? <span className="text-sm text-accent">Today</span> : null}
          {off.map(({ calendar, name }) => (
            <span key={calendar} className="text-sm font-medium text-signal">
              {name} ({calendar})
            </span>
          ))}
        </h2>
        {free.length > 0 ? (
          <div className="flex flex-wrap gap-2 px-4 py-3">
            {free.map((one) => (
              <FreeBand
                key={one.starts_at}
                free={one}
                minutes={freeMinutes}
                onPick={onPickFree && ((clock) => onPickFree({ day, clock }))}
              />
            ))}
          </div>
        ) : null}
        {sorted.length === 0 ? <p className="px-4 py-3 text-muted">No class.</p> : null}
        <ul className="divide-y divide-line">
          {sorted.map((segment) => (
            <Fragment key={`${segment.session.id} ${segment.day}`}>
              {segment === next ? <NowLine now={now} /> : null}
              <AgendaRow segment={segment} isOpen={segment.session.id === openId} onOpen={() => onOpen(segment)} />
            </Fragment>
          ))}
          {day === today && next === undefined ? <NowLine now={now} /> : null}
        </ul>
      </section>
    )
  })
}

function NowLine({ now }: { now: string }) {
  return (
    <li className="flex items-center gap-2 border-t-2 border-t-bad px-4 py-1 text-xs font-semibold text-bad">
      Now, <span className="figures">{shortClock(now)}</span>
    </li>
  )
}

function AgendaRow({ segment: { session }, isOpen, onOpen }: { segment: Segment; isOpen: boolean; onOpen: () => void }) {
  const clash = clashText(session)
  return (
    <li>
      <button
        type="button"
        data-class={session.id}
        aria-pressed={isOpen}
        onClick={onOpen}
        className="grid min-h-16 w-full gap-0.5 px-4 py-3 text-left hover:bg-sunken aria-pressed:bg-accent-soft"
      >
        <span className="flex items-baseline gap-3">
          <span className={`figures font-semibold ${session.state === 'cancelled' ? 'text-muted line-through' : ''}`}>
            {timesOf(session)}
          </span>
          <span className="ml-auto">
            <ClassState state={session.state} />
          </span>
        </span>
        <span className={`text-base ${session.state === 'cancelled' ? 'text-muted line-through' : ''}`}>{courseOf(session)}</span>
        <span className="text-muted">
          {classTitle(session)}, batch {session.batch_id}, {session.instructor}
          {session.is_substitute ? ' as substitute' : ''}
        </span>
        {clash ? <span className="font-medium text-signal">{clash}.</span> : null}
      </button>
    </li>
  )
}
