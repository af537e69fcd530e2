import type { ClassOfWeek } from '#contract/classes/staff/week.ts'
import { addDays, clockOf, dayOf } from '#ui/days.ts'
import { formatClock, formatLongDay, formatMonthOfYear, formatPlainDay } from '#ui/format.ts'
import type { Span } from './lay-out.ts'

/** A class on one day. One that goes on after midnight is on two. */
export interface Segment extends Span {
  session: ClassOfWeek
  day: string
  /** Whether the class begins on this day. */
  isFirst: boolean
}

export const minutesOfDay = 24 * 60
const minuteOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))
const two = (value: number) => String(value).padStart(2, '0')

/** The minutes of an instant from midnight in India. */
export const minuteOfDay = (instant: string): number => minuteOf(clockOf(instant))

/** `HH:MM` */
export const clockAt = (minute: number): string => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`

/** An instant in the middle of a day, which formats as that day. */
export const noonOf = (day: string): string => `${day}T06:30:00.000Z`

export function segmentsOf(classes: readonly ClassOfWeek[]): Segment[] {
  return classes.flatMap((session) => {
    const day = dayOf(session.starts_at)
    const from = minuteOfDay(session.starts_at)
    const to = from + (Date.parse(session.ends_at) - Date.parse(session.starts_at)) / 60_000
    const first = { session, day, from, to: Math.min(to, minutesOfDay), isFirst: true }
    return to > minutesOfDay
      ? [first, { session, day: addDays(day, 1), from: 0, to: to - minutesOfDay, isFirst: false }]
      : [first]
  })
}

/** `7:30 PM` */
export const shortClock = (instant: string): string => formatClock(instant).replace(' IST', '')

/** `7:30 PM to 9:00 PM` */
export const timesOf = ({ starts_at: from, ends_at: to }: Pick<ClassOfWeek, 'starts_at' | 'ends_at'>): string =>
  `${shortClock(from)} to ${shortClock(to)}`

/** `21 to 27 December 2026`, or the one day with its weekday. */
export function rangeText(from: string, to: string): string {
  const [first, last] = [noonOf(from), noonOf(to)]
  if (from === to) return formatLongDay(first)
  const [month, lastMonth] = [formatMonthOfYear(first), formatMonthOfYear(last)]
  const begin =
    month === lastMonth
      ? String(Number(from.slice(8)))
      : from.slice(0, 4) === to.slice(0, 4)
        ? formatPlainDay(first).replace(/ \d{4}$/, '')
        : formatPlainDay(first)
  return `${begin} to ${formatPlainDay(last)}`
}
