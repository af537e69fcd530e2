const dayMs = 86_400_000
const indiaMs = 5.5 * 3_600_000

/** An instant whose parts in UTC are those that clocks in India show. India has one offset and no changes of clocks. */
export const inIndia = (instant: string): Date => new Date(Date.parse(instant) + indiaMs)

/** The day of an instant in India, `YYYY-MM-DD`. */
export function dayOf(instant: string): string {
  return inIndia(instant).toISOString().slice(0, 10)
}

/** The time of day of an instant in India, `HH:MM`. */
export function clockOf(instant: string): string {
  return inIndia(instant).toISOString().slice(11, 16)
}

/** The instant of a day and time in India. */
export function instantOf(day: string, clock: string): string {
  return new Date(Date.parse(`${day}T${clock}:00Z`) - indiaMs).toISOString()
}

export function today(): string {
  return dayOf(new Date().toISOString())
}

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10)
}

/** ISO weekday: 1 Monday to 7 Sunday. */
export function weekdayOf(day: string): number {
  return new Date(day).getUTCDay() || 7
}

/** The Monday of the week of a day. */
export function mondayOf(day: string): string {
  return addDays(day, 1 - weekdayOf(day))
}

export function daysFrom(first: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => addDays(first, index))
}

export function minutesBetween(start: string, end: string): number {
  return Math.round((Date.parse(end) - Date.parse(start)) / 60_000)
}

/** The months, `YYYY-MM`, from that of one day to that of another. */
export function monthsBetween(first: string, last: string): string[] {
  const months = [first.slice(0, 7)]
  for (let month = first.slice(0, 7); month < last.slice(0, 7); ) {
    month = addDays(`${month}-01`, 31).slice(0, 7)
    months.push(month)
  }
  return months
}

/** The Mondays of a month's weeks. */
export function weeksOfMonth(month: string): string[] {
  const weeks: string[] = []
  for (let monday = mondayOf(`${month}-01`); monday.slice(0, 7) <= month; monday = addDays(monday, 7)) weeks.push(monday)
  return weeks
}

export const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

/** "Nov". September is the one month with four letters, as English in India has it. */
export const shortMonth = (month: string): string => (month === 'September' ? 'Sept' : month.slice(0, 3))

export const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** "Monday, Wednesday and Friday". */
export function namesOfWeekdays(weekdays: readonly number[]): string {
  const names = weekdays.toSorted((one, other) => one - other).map((weekday) => weekdayNames[weekday - 1] ?? '')
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`
}
