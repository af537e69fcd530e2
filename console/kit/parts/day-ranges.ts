import { dayOf } from '#ui/days.ts'

const dayAt = (year: number, month: number, day: number) => new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)

export interface DayRange {
  label: string
  from: string
  to: string
}

/** Ranges of days that people ask for often, in India. A financial year lasts from April to March. */
export function dayRanges(now: Date): DayRange[] {
  const [year = 0, month = 1] = dayOf(now.toISOString()).split('-').map(Number)
  const april = month >= 4 ? year : year - 1
  // Day 0 is the last day of the month before.
  return [
    { label: 'This month', from: dayAt(year, month - 1, 1), to: dayAt(year, month, 0) },
    { label: 'Last month', from: dayAt(year, month - 2, 1), to: dayAt(year, month - 1, 0) },
    { label: 'This financial year', from: dayAt(april, 3, 1), to: dayAt(april + 1, 3, 0) },
  ]
}

export const dayRangesOfNow = (): DayRange[] => dayRanges(new Date())
