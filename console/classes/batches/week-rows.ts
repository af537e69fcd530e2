import { addDays, daysFrom } from '#ui/days.ts'
import { formatMonthOfYear } from '#ui/format.ts'

export interface WeekRow {
  monday: string
  /** The name of the month that begins in this week; also where the weeks begin or go on after a gap. */
  month: string | null
  /** The number of weeks without classes that this row stands for; 0 for a week of its own. */
  empty: number
}

/** Weeks without classes that are shown one by one. */
const fewEmpty = 3
/** The weeks from one Monday to another. A long gap between classes is one row. */
export function rowsOfWeeks(first: string, last: string, days: ReadonlySet<string>): WeekRow[] {
  const rows: WeekRow[] = []
  let begins = true
  for (let monday = first; monday <= last; ) {
    const empty = emptyWeeks(monday, last, days)
    const skips = empty > fewEmpty
    rows.push({ monday, month: skips ? null : monthOf(monday, begins), empty: skips ? empty : 0 })
    begins = skips
    monday = addDays(monday, skips ? empty * 7 : 7)
  }
  return rows
}

function emptyWeeks(monday: string, last: string, days: ReadonlySet<string>): number {
  let count = 0
  for (let week = monday; week <= last && daysFrom(week, 7).every((day) => !days.has(day)); week = addDays(week, 7)) count += 1
  return count
}

function monthOf(monday: string, isFirst: boolean): string | null {
  const begins = daysFrom(monday, 7).find((day) => day.endsWith('-01'))
  if (begins) return formatMonthOfYear(begins)
  return isFirst ? formatMonthOfYear(monday) : null
}
