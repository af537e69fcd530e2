import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CalendarSearch, ChevronLeft, ChevronRight, Printer } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { listFreeTimes, mostClassesOfWeek, readWeek, type Week, type WeekView } from '#contract/classes/staff/week.ts'
import type { When } from '#console/classes/batches/when-fields.tsx'
import { useAccess } from '#console/kit/api/access.ts'
import { call } from '#console/kit/api/client.ts'
import { useKeys } from '#console/kit/parts/keys.ts'
import { Empty, Failed, SkeletonLines } from '#console/kit/parts/states.tsx'
import { useIsPhone } from '#console/kit/parts/use-media.ts'
import { useTitle } from '#console/kit/parts/use-title.ts'
import { Filters } from '#console/kit/resource/filters.tsx'
import { Button } from '#ui/button.tsx'
import { dayOf, mondayOf } from '#ui/days.ts'
import { useServerTime } from '#ui/server-clock.ts'
import { Agenda } from './agenda.tsx'
import { Clashes } from './clashes.tsx'
import { type ColumnsOf, daysOfWeek, instructorsOfDay } from './columns.tsx'
import { addressOfFinding, type Finding, findingFor } from '#console/kit/calendar/finding.ts'
import { FreeTimesForm } from './free-times.tsx'
import { Grid } from './grid.tsx'
import { PrintedWeek } from './printed-week.tsx'
import { MoveClass, ShownClass } from './shown-class.tsx'
import { useWeekFilters } from './use-week-filters.ts'
import { rangeText, type Segment, segmentsOf } from './week-days.ts'
import { shownNow, steppedDay, useWeekState, type WeekState } from './week-state.ts'

const everyMinute = 60_000
const viewNames: Record<WeekView, string> = { week: 'Week', day: 'Day' }

/** The classes of all batches by week or by day. The address holds what is shown. */
export function Page() {
  const state = useWeekState()
  const { data, error, isFetching, dataUpdatedAt, refetch } = useQuery({
    queryKey: [readWeek.name, state.query],
    queryFn: () => call(readWeek, { query: state.query }),
    placeholderData: keepPreviousData,
    refetchInterval: everyMinute,
  })
  useTitle(data ? `Week, ${rangeText(data.from, data.to)}` : 'Week')
  if (data) return <Calendar state={state} week={data} readAt={dataUpdatedAt} isFetching={isFetching} />
  return (
    <div className="h-full overflow-auto">
      <h1 tabIndex={-1} className="px-4 pt-4 text-xl sm:px-6">
        Week
      </h1>
      {error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="p-6">
          <SkeletonLines lines={8} />
        </div>
      )}
    </div>
  )
}

interface Props {
  state: WeekState
  week: Week
  /** When it was read, in milliseconds. */
  readAt: number
  isFetching: boolean
}

function Calendar({ state, week, readAt, isFetching }: Props) {
  const { view, finding, openId, set } = state
  const { may } = useAccess()
  const isPhone = useIsPhone()
  const clock = useCallback(() => Date.parse(week.now) + Date.now() - readAt, [week.now, readAt])
  const now = new Date(useServerTime(clock, everyMinute)).toISOString()
  const today = dayOf(now)
  const [moving, setMoving] = useState<{ id: number; to?: Partial<When> } | null>(null)
  const closeMove = useCallback(() => setMoving(null), [])
  const { screen, shownFilters } = useWeekFilters(state)
  const free = useFreeTimes(state, finding)

  const segments = useMemo(() => segmentsOf(week.classes), [week.classes])
  const all = week.classes
  const index = all.findIndex(({ id }) => id === openId)
  const open = all[index]
  const mayWrite = may('sessions:write')
  const show = (id: number | null | undefined) => set({ class: id ? String(id) : null })
  const close = () => {
    const chip = document.querySelector<HTMLElement>(`[data-class="${openId ?? ''}"]`)
    show(null)
    chip?.focus()
  }
  const step = (count: number) => {
    const shown = shownNow(today)
    set({ day: steppedDay(shown.from, shown.view, count), class: null })
  }
  const toDay = () => {
    const shown = shownNow(today)
    if (shown.view === 'week') set({ view: 'day', day: dayToShow(shown.from, today) })
  }
  const toToday = () => set({ day: null, class: null })
  const find = () => {
    const chosen = open?.state === 'scheduled' ? open : null
    const next: Finding = chosen ? findingFor(chosen) : { instructor: null, batch: null, minutes: 90, session: null }
    set({ ...addressOfFinding(finding && !chosen ? null : next), class: null })
  }
  const move = () => {
    const focused = Number(document.activeElement?.getAttribute('data-class')) || openId
    const session = all.find(({ id }) => id === focused)
    if (session && isMovable(session)) setMoving({ id: session.id })
  }
  useKeys({
    n: () => step(1),
    p: () => step(-1),
    t: toToday,
    w: () => set({ view: null }),
    d: toDay,
    j: () => show(all[Math.min(index + 1, all.length - 1)]?.id),
    k: () => show(all[Math.max(index - 1, 0)]?.id),
    ...(mayWrite ? { m: move, f: find } : {}),
    ...(open ? { Escape: close } : {}),
  })

  const pick =
    mayWrite && finding?.session
      ? (to: { day: string; clock: string }) =>
          setMoving({ id: finding.session ?? 0, to: { ...to, minutes: String(finding.minutes) } })
      : undefined
  const asked: ColumnsOf = { week, segments, free: free.data?.free ?? [], today, finding }
  const columns = view === 'day' ? instructorsOfDay(asked) : daysOfWeek(asked, (day) => set({ view: 'day', day }))
  const isEmpty = all.length === 0
  const isShownToday = week.from <= today && today <= week.to
  return (
    <div className="flex h-full min-h-0 flex-col">
      <header className="flex flex-wrap items-center gap-x-2 gap-y-2 border-b border-line px-4 py-3 sm:px-6">
        <h1 tabIndex={-1} className="mr-2 text-xl max-sm:w-full">
          {rangeText(week.from, week.to)}
        </h1>
        <Button onClick={toToday} disabled={isShownToday && state.day === null}>
          Today
        </Button>
        <Button variant="quiet" size="square" repeats aria-label={`Previous ${view}`} onClick={() => step(-1)}>
          <ChevronLeft aria-hidden="true" className="size-4" />
        </Button>
        <Button variant="quiet" size="square" repeats aria-label={`Next ${view}`} onClick={() => step(1)}>
          <ChevronRight aria-hidden="true" className="size-4" />
        </Button>
        <ViewSwitch view={view} onChoose={(next) => (next === 'week' ? set({ view: null }) : toDay())} />
        <Filters screen={screen} state={state.filters} />
        <span className="flex gap-2 sm:ml-auto">
          {may('sessions:read') ? (
            <Button aria-pressed={finding !== null} className="aria-pressed:bg-accent-soft" onClick={find}>
              <CalendarSearch aria-hidden="true" className="size-4" />
              Free times
            </Button>
          ) : null}
          <Button className="max-sm:hidden" onClick={() => window.print()}>
            <Printer aria-hidden="true" className="size-4" />
            Print
          </Button>
        </span>
      </header>
      {week.has_more ? (
        <p role="status" className="border-b border-line bg-signal-soft px-4 py-2 font-medium sm:px-6">
          Only the first {mostClassesOfWeek.toLocaleString('en-IN')} classes are shown. Filter by course or instructor, or show a
          day.
        </p>
      ) : null}
      <Clashes classes={all} onOpen={show} />
      {finding ? (
        <FreeTimesForm
          finding={finding}
          classes={all}
          count={free.data?.free.length ?? null}
          error={free.error}
          mayMove={mayWrite}
          onChange={(next) => set(addressOfFinding(next))}
        />
      ) : null}
      <div aria-busy={isFetching && week.from !== shownNow(today).from} className="relative min-h-0 flex-1 md:flex">
        <div className={`min-w-0 flex-1 ${isPhone ? 'h-full overflow-y-auto' : 'flex min-h-0 flex-col'}`}>
          {isEmpty && !finding ? <EmptyWeek view={view} isFiltered={shownFilters !== ''} isOver={week.to < today} /> : null}
          {isPhone ? (
            isEmpty && !finding ? null : (
              <Agenda
                days={daysOfWeek(asked, () => undefined)}
                holidays={week.holidays}
                now={now}
                openId={openId}
                freeMinutes={finding?.minutes ?? 0}
                onPickFree={pick}
                onOpen={({ session }) => show(session.id)}
              />
            )
          ) : columns.length === 0 || (isEmpty && !finding) ? null : (
            <div className="min-h-0 flex-1">
              <Grid
                columns={columns}
                columnWidth={view === 'day' ? 152 : 92}
                movesAcross={view === 'week'}
                now={now}
                today={today}
                openId={openId}
                isDimmed={({ session }) => isDimmed(session, finding)}
                mayMove={(segment) => mayWrite && segment.isFirst && isMovable(segment.session)}
                onOpen={({ session }) => show(session.id)}
                onMove={({ session }, to) => setMoving({ id: session.id, to })}
                onPickFree={pick}
                freeMinutes={finding?.minutes ?? 0}
                onShowDay={view === 'week' ? (day) => set({ view: 'day', day }) : undefined}
              />
            </div>
          )}
        </div>
        {open ? <ShownClass key={open.id} session={open} onClose={close} /> : null}
      </div>
      <PrintedWeek week={week} filters={shownFilters} />
      {moving ? <MoveClass key={moving.id} {...moving} onClose={closeMove} /> : null}
    </div>
  )
}

const isMovable = ({ state }: Segment['session']) => state === 'scheduled'

/** The day that the view of one day begins with. @param monday of the week */
const dayToShow = (monday: string, today: string) => (mondayOf(today) === monday ? today : monday)

function isDimmed(session: Segment['session'], finding: Finding | null): boolean {
  if (!finding || (finding.instructor === null && finding.batch === null)) return false
  return session.instructor_id !== finding.instructor && session.batch_id !== finding.batch
}

function useFreeTimes({ day, view }: WeekState, finding: Finding | null) {
  const query = {
    ...(day ? { day } : {}),
    ...(view === 'day' ? { view } : {}),
    instructor: String(finding?.instructor ?? ''),
    minutes: String(finding?.minutes ?? ''),
    ...(finding?.batch ? { batch: String(finding.batch) } : {}),
    ...(finding?.session ? { session: String(finding.session) } : {}),
  }
  return useQuery({
    queryKey: [listFreeTimes.name, query],
    queryFn: () => call(listFreeTimes, { query }),
    enabled: Boolean(finding?.instructor),
    staleTime: 0,
  })
}

function ViewSwitch({ view, onChoose }: { view: WeekView; onChoose: (view: WeekView) => void }) {
  return (
    <span role="group" aria-label="Show" className="inline-flex overflow-hidden rounded-md border border-line">
      {(['week', 'day'] as const).map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={view === one}
          onClick={() => onChoose(one)}
          className="min-h-(--control) px-3 font-semibold text-muted outline-offset-[-2px] hover:bg-sunken aria-pressed:bg-accent-soft aria-pressed:text-accent"
        >
          {viewNames[one]}
        </button>
      ))}
    </span>
  )
}

function EmptyWeek({ view, isFiltered, isOver }: { view: WeekView; isFiltered: boolean; isOver: boolean }) {
  const when = view === 'day' ? 'on this day' : 'in this week'
  return (
    <Empty
      text={
        isFiltered
          ? `No class ${when} matches the filter.`
          : isOver
            ? `No class was ${when}.`
            : `No class is ${when}. Classes come from the pattern of a batch.`
      }
    />
  )
}
