const dayMs = 86_400_000
const istOffsetMs = 19_800_000 // UTC+5:30, no summer time

export const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const
type Weekday = (typeof weekdays)[number]

export const isoWeekday = { mon: 1, tue: 2, wed: 3, thu: 4, fri: 5, sat: 6, sun: 7 } as const

/** Returns the days since 1970-01-01 in India. */
export function istDay(instant: Date): number {
  return Math.floor((instant.getTime() + istOffsetMs) / dayMs)
}

/** Formats a day from `istDay` as `YYYY-MM-DD`. */
export function dayText(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10)
}

function weekdayOf(day: number): Weekday {
  return weekdays[(day + 4) % 7] ?? 'sun' // 1970-01-01 was a Thursday
}

/** Returns the instant of `HH:MM` India time on a day from `istDay`. */
export function istInstant(day: number, clock: string): Date {
  const [hours, minutes] = clock.split(':').map(Number)
  return new Date(day * dayMs + ((hours ?? 0) * 60 + (minutes ?? 0)) * 60_000 - istOffsetMs)
}

type Timetable = { starts_in_days: number; weekdays: readonly Weekday[]; weeks: number }

/** Returns the class days in order: the batch's weekdays from `starts_in_days` on. */
export function classDays(batch: Timetable, today: Date): number[] {
  const count = batch.weekdays.length * batch.weeks
  const days: number[] = []
  for (let day = istDay(today) + batch.starts_in_days; days.length < count; day += 1) {
    if (batch.weekdays.includes(weekdayOf(day))) days.push(day)
  }
  return days
}

/** Formats the time of a class from its start `HH:MM` and its minutes: `7:30 PM – 9:00 PM IST`. */
export function classTimeText(clock: string, minutes: number): string {
  const [hours, mins] = clock.split(':').map(Number)
  const begin = (hours ?? 0) * 60 + (mins ?? 0)
  return `${twelveHour(begin)} – ${twelveHour(begin + minutes)} IST`
}

function twelveHour(minuteOfDay: number): string {
  const hour = Math.floor(minuteOfDay / 60) % 24
  const minute = String(minuteOfDay % 60).padStart(2, '0')
  return `${hour % 12 === 0 ? 12 : hour % 12}:${minute} ${hour < 12 ? 'AM' : 'PM'}`
}
