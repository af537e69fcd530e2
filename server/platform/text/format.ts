import { currency } from '#contract/rules.ts'

// Made when first used: they take a fiftieth of the start of a process.
let rupees: Intl.NumberFormat | undefined
const istFormat = (options: Intl.DateTimeFormatOptions) => {
  let made: Intl.DateTimeFormat | undefined
  return (instant: string) =>
    (made ??= new Intl.DateTimeFormat('en-IN', { ...options, timeZone: 'Asia/Kolkata' })).format(new Date(instant))
}
const istDay = istFormat({ dateStyle: 'full' })
const istPlainDay = istFormat({ dateStyle: 'long' })
const istShortDay = istFormat({ weekday: 'short', day: 'numeric', month: 'short' })
const istTime = istFormat({ hour: 'numeric', minute: '2-digit', hour12: true })

/** Formats paise as `₹12,34,567.00`. */
export const rupeesOf = (paise: number) =>
  (rupees ??= new Intl.NumberFormat('en-IN', { style: 'currency', currency })).format(paise / 100)

/** `Saturday, 28 November 2026`. @throws RangeError for an invalid instant */
export const dayOf = (instant: string) => istDay(instant).replace(/^(\p{L}+),? /u, '$1, ')

/** `28 November 2026`. @throws RangeError for an invalid instant */
export const plainDayOf = (instant: string) => istPlainDay(instant)

/** `7:00 PM IST`. @throws RangeError for an invalid instant */
export const timeOf = (instant: string) => `${istTime(instant).toUpperCase()} IST`

/** `Thu 3 Dec, 6:00 PM IST`. @throws RangeError for an invalid instant */
export const momentOf = (instant: string) => `${istShortDay(instant).replace(',', '')}, ${timeOf(instant)}`

/** `Class 7 of 28: Reading a query plan`. A class without a topic has its number alone. */
export function classLabelOf(one: { number: number; total: number; topic: string }): string {
  const number = `Class ${one.number} of ${one.total}`
  return one.topic ? `${number}: ${one.topic}` : number
}
