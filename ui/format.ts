// Nothing here uses `Intl`. India has one offset and no changes of clocks, and the formatters of a page took 40 ms when its scripts ran,
// four times as much on a phone. Browsers also differ in what `Intl` writes, and what they write must equal what the server wrote.

/** Formats rupees with Indian grouping, and paise only when not zero: ₹1,25,000 or ₹1,499.50. */
export function formatRupees(rupees: number): string {
  const [whole = '', paise] = (Number.isInteger(rupees) ? String(rupees) : rupees.toFixed(2)).split('.')
  const grouped = whole.replace(/\B(?=(?:\d{2})*\d{3}$)/g, ',')
  return `₹${grouped}${paise === undefined ? '' : `.${paise}`}`
}

const istOffsetMs = 330 * 60_000
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const months = [
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
]
/** September is the one month with four letters, as English in India has it. */
const short = (month: string) => (month === 'September' ? 'Sept' : month.slice(0, 3))

/** An instant whose parts in UTC are those that clocks in India show. */
const inIndia = (instant: string) => new Date(Date.parse(instant) + istOffsetMs)

/** The parts of an instant in India, whatever the browser's time zone. */
function partsOf(instant: string) {
  const date = inIndia(instant)
  return {
    weekday: weekdays[date.getUTCDay()] ?? '',
    day: date.getUTCDate(),
    month: months[date.getUTCMonth()] ?? '',
    year: date.getUTCFullYear(),
    hours: date.getUTCHours(),
    minutes: date.getUTCMinutes(),
  }
}

const two = (value: number) => String(value).padStart(2, '0')

/** `Sat 28 Nov` */
export function formatDay(instant: string): string {
  const { weekday, day, month } = partsOf(instant)
  return `${weekday.slice(0, 3)} ${day} ${short(month)}`
}

/** `28 Nov` */
export function formatShortDay(instant: string): string {
  const { day, month } = partsOf(instant)
  return `${day} ${short(month)}`
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
export const formatIsoMonth = (instant: string): string => inIndia(instant).toISOString().slice(0, 7)

/** `28`, of two digits */
export const formatDayOfMonth = (instant: string): string => two(partsOf(instant).day)

/** `Nov` */
export const formatMonth = (instant: string): string => short(partsOf(instant).month)

/** `7:30 PM IST` */
export function formatClock(instant: string): string {
  const { hours, minutes } = partsOf(instant)
  return `${hours % 12 || 12}:${two(minutes)} ${hours < 12 ? 'AM' : 'PM'} IST`
}
