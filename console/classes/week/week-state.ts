import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { type WeekView, weekViews } from '#contract/classes/staff/week.ts'
import { isDay } from '#console/kit/dates/day-text.ts'
import type { ListState } from '#console/kit/resource/list-state.ts'
import { addDays, mondayOf } from '#ui/days.ts'
import type { Finding } from '#console/kit/calendar/finding.ts'

const filterNames = ['instructor', 'course', 'batch'] as const

export interface WeekState {
  /** A day of the shown week; null for that of today. */
  day: string | null
  view: WeekView
  /** What the call asks for. */
  query: Readonly<Record<string, string>>
  /** The filters, as a list holds them. */
  filters: Pick<ListState, 'query' | 'search' | 'set'>
  openId: number | null
  finding: Finding | null
  set: (change: Readonly<Record<string, string | null>>) => void
}

const number = (text: string | null): number | null => (text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null)

/** The address as it is. What is rendered may be a moment older, and a key that is pressed twice counts twice. */
const addressNow = () => new URLSearchParams(window.location.search)
const viewOf = (params: URLSearchParams): WeekView => weekViews.find((one) => one === params.get('view')) ?? 'week'
const shownDay = (params: URLSearchParams): string | null => {
  const day = params.get('day')
  return day !== null && isDay(day) ? day : null
}

/** The first day that the address shows, and how. */
export function shownNow(today: string): { from: string; view: WeekView } {
  const [day, view] = [shownDay(addressNow()) ?? today, viewOf(addressNow())]
  return { from: view === 'day' ? day : mondayOf(day), view }
}

/** What the calendar shows, from the address. */
export function useWeekState(): WeekState {
  const [params, setParams] = useSearchParams()
  const search = params.toString()
  return useMemo(() => {
    const found = new URLSearchParams(search)
    const view = viewOf(found)
    const filters = Object.fromEntries(
      filterNames.flatMap((name) => (number(found.get(name)) === null ? [] : [[name, found.get(name) ?? '']])),
    )
    const set: WeekState['set'] = (change) => {
      const next = addressNow()
      for (const [name, value] of Object.entries(change)) {
        if (value === null) next.delete(name)
        else next.set(name, value)
      }
      setParams(next, { replace: true })
    }
    const shown = shownDay(found)
    return {
      day: shown,
      view,
      query: { ...(shown ? { day: shown } : {}), ...(view === 'day' ? { view } : {}), ...filters },
      filters: { query: filters, search, set },
      openId: number(found.get('class')),
      finding: found.has('free')
        ? {
            instructor: number(found.get('free')),
            batch: number(found.get('with')),
            minutes: number(found.get('minutes')) ?? 90,
            session: number(found.get('move')),
          }
        : null,
      set,
    }
  }, [search, setParams])
}

/** The day that the previous or the next week or day has. @param step in weeks or days */
export const steppedDay = (from: string, view: WeekView, step: number): string => addDays(from, view === 'day' ? step : step * 7)
