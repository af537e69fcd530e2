import { currency } from '#contract/rules.ts'

const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency })
const istDay = new Intl.DateTimeFormat('en-IN', { dateStyle: 'full', timeZone: 'Asia/Kolkata' })
const istPlainDay = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' })
const istTime = new Intl.DateTimeFormat('en-IN', { hour: 'numeric', minute: '2-digit', hour12: true, timeZone: 'Asia/Kolkata' })

/** Formats paise as `₹12,34,567.00`. */
export const rupeesOf = (paise: number) => rupees.format(paise / 100)

/** `Saturday, 28 November 2026`. @throws RangeError for an invalid instant */
export const dayOf = (instant: string) => istDay.format(new Date(instant)).replace(/^(\p{L}+),? /u, '$1, ')

/** `28 November 2026`. @throws RangeError for an invalid instant */
export const plainDayOf = (instant: string) => istPlainDay.format(new Date(instant))

/** `7:00 PM IST`. @throws RangeError for an invalid instant */
export const timeOf = (instant: string) => `${istTime.format(new Date(instant)).toUpperCase()} IST`

/** `Class 7 of 28: Reading a query plan`. A class without a topic has its number alone. */
export function classLabelOf(one: { number: number; total: number; topic: string }): string {
  const number = `Class ${one.number} of ${one.total}`
  return one.topic ? `${number}: ${one.topic}` : number
}
