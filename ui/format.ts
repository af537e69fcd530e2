const whole = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 })
const exact = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Formats rupees with Indian grouping, and paise only when not zero: ₹1,25,000 or ₹1,499.50. */
export function formatRupees(rupees: number): string {
  return `₹${Number.isInteger(rupees) ? whole.format(rupees) : exact.format(rupees)}`
}

const ist = 'Asia/Kolkata'
const dayFormat = new Intl.DateTimeFormat('en-IN', { timeZone: ist, weekday: 'short', day: 'numeric', month: 'short' })
const longDay = new Intl.DateTimeFormat('en-IN', {
  timeZone: ist,
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})
const plainDay = new Intl.DateTimeFormat('en-IN', { timeZone: ist, day: 'numeric', month: 'long', year: 'numeric' })
const shortDay = new Intl.DateTimeFormat('en-IN', { timeZone: ist, day: 'numeric', month: 'short' })
const dayOfMonth = new Intl.DateTimeFormat('en-IN', { timeZone: ist, day: '2-digit' })
const monthOnly = new Intl.DateTimeFormat('en-IN', { timeZone: ist, month: 'short' })
const clock = new Intl.DateTimeFormat('en-IN', { timeZone: ist, hour: 'numeric', minute: '2-digit', hour12: true })

/** Every date is formatted in Indian time, whatever the browser's time zone. */
export const formatDay = (instant: string): string => dayFormat.format(new Date(instant)).replace(',', '')
export const formatShortDay = (instant: string): string => shortDay.format(new Date(instant))
export const formatLongDay = (instant: string): string => longDay.format(new Date(instant))
export const formatPlainDay = (instant: string): string => plainDay.format(new Date(instant))
export const formatDayOfMonth = (instant: string): string => dayOfMonth.format(new Date(instant))
export const formatMonth = (instant: string): string => monthOnly.format(new Date(instant))
export const formatClock = (instant: string): string => `${clock.format(new Date(instant)).toUpperCase()} IST`
