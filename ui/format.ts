import { dayOf, inIndia, monthNames, shortMonth, weekdayNames } from './days.ts'

// Nothing here uses `Intl`: the formatters of a page took 40 ms when its scripts ran, four times as much on a phone. Browsers also differ
// in what `Intl` writes, and what they write must equal what the server wrote.

/** Formats rupees with Indian grouping, and paise only when not zero: ₹1,25,000 or ₹1,499.50. */
export function formatRupees(rupees: number): string {
  const [whole = '', paise] = (Number.isInteger(rupees) ? String(rupees) : rupees.toFixed(2)).split('.')
  const grouped = whole.replace(/\B(?=(?:\d{2})*\d{3}$)/g, ',')
  return `₹${grouped}${paise === undefined ? '' : `.${paise}`}`
}

/** The parts of an instant in India, whatever the browser's time zone. */
function partsOf(instant: string) {
  const date = inIndia(instant)
  return {
    weekday: weekdayNames[(date.getUTCDay() + 6) % 7] ?? '',
    day: date.getUTCDate(),
    month: monthNames[date.getUTCMonth()] ?? '',
    year: date.getUTCFullYear(),
    hours: date.getUTCHours(),
    minutes: date.getUTCMinutes(),
  }
}

const two = (value: number) => String(value).padStart(2, '0')

/** `Sat 28 Nov` */
export function formatDay(instant: string): string {
  const { weekday, day, month } = partsOf(instant)
  return `${weekday.slice(0, 3)} ${day} ${shortMonth(month)}`
}

/** `28 Nov` */
export function formatShortDay(instant: string): string {
  const { day, month } = partsOf(instant)
  return `${day} ${shortMonth(month)}`
}

/** `Saturday, 28 November 2026` */
export function formatLongDay(instant: string): string {
  return `${partsOf(instant).weekday}, ${formatPlainDay(instant)}`
}

/** `28 November 2026` */
export function formatPlainDay(instant: string): string {
  return `${partsOf(instant).day} ${formatMonthOfYear(instant)}`
}

/** `November 2026` */
export function formatMonthOfYear(instant: string): string {
  const { month, year } = partsOf(instant)
  return `${month} ${year}`
}

/** `2026-11` */
export const formatIsoMonth = (instant: string): string => dayOf(instant).slice(0, 7)

/** `28`, of two digits */
export const formatDayOfMonth = (instant: string): string => two(partsOf(instant).day)

/** `Nov` */
export const formatMonth = (instant: string): string => shortMonth(partsOf(instant).month)

/** `7:30 PM IST` */
export function formatClock(instant: string): string {
  const { hours, minutes } = partsOf(instant)
  return `${hours % 12 || 12}:${two(minutes)} ${hours < 12 ? 'AM' : 'PM'} IST`
}

/** Formats seconds as `0:54` or `1:27:45`; an empty string for an unknown length. */
export function formatLength(seconds: number): string {
  if (!Number.isFinite(seconds)) return ''
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const rest = two(Math.floor(seconds) % 60)
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`
}
