import { asciiDigits } from '#contract/rules.ts'
import { addDays, monthNames, shortMonth, today, weekdayNames, weekdayOf } from '#ui/days.ts'

const isoDay = /^\d{4}-\d\d-\d\d$/
const words: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 }

export interface Limits {
  /** The first and the last day that may be chosen, `YYYY-MM-DD`. */
  min?: string | undefined
  max?: string | undefined
}

export const isDay = (value: string): boolean => isoDay.test(value) && realDay(...partsOf(value)) === value

/** The number of the day, of the month from 1, and of the year. */
export function partsOf(day: string): [day: number, month: number, year: number] {
  return [Number(day.slice(8)), Number(day.slice(5, 7)), Number(day.slice(0, 4))]
}

/** "3 Dec 2026": the month in letters, so that nobody reads 3 December as 12 March. */
export function dayText(day: string): string {
  const [number, month, year] = partsOf(day)
  return `${number} ${shortMonth(monthNames[month - 1] ?? '')} ${year}`
}

export const weekdayName = (day: string): string => weekdayNames[weekdayOf(day) - 1] ?? ''

/** "Thursday, 3 December 2026". */
export function spokenDay(day: string): string {
  const [number, month, year] = partsOf(day)
  return `${weekdayName(day)}, ${number} ${monthNames[month - 1] ?? ''} ${year}`
}

/**
 * Reads a day as people in India type it: the day, then the month. A day without a year is the one nearest to today that may be chosen.
 * @returns `YYYY-MM-DD`, or null when the text is no day, names another weekday, or has the month before the day in digits
 */
export function readDay(text: string, limits: Limits = {}, now = today()): string | null {
  const plain = asciiDigits(text).toLowerCase().replaceAll(/[,'’]/g, ' ').replaceAll(/\s+/g, ' ').trim()
  const offset = words[plain]
  if (offset !== undefined) return addDays(now, offset)
  const { weekday, rest } = withoutWeekday(plain)
  const day = readParts(rest, limits, now)
  return day !== null && (weekday === null || weekday === weekdayOf(day)) ? day : null
}

const separator = String.raw`\s*[-/. ]\s*`
const inFull = new RegExp(`^(\\d{4})${separator}(\\d{1,2})${separator}(\\d{1,2})$`)
const dayFirst = new RegExp(`^(\\d{1,2})${separator}(\\d{1,2})(?:${separator}(\\d{4}|\\d\\d))?$`)
const withMonth = /^(\d{1,2})(?:st|nd|rd|th)?[-/. ]*(?:of )?([a-z]{3,9})\.?[-/. ]*(\d{4}|\d\d)?$/
const monthFirst = /^([a-z]{3,9})\.?[-/. ]*(\d{1,2})(?:st|nd|rd|th)?(?:[-/. ]+(\d{4}|\d\d))?$/

function readParts(text: string, limits: Limits, now: string): string | null {
  const iso = inFull.exec(text)
  if (iso) return realDay(Number(iso[3]), Number(iso[2]), Number(iso[1]))
  const digits = /^(\d\d)(\d\d)(\d{4}|\d\d)$/.exec(text)
  if (digits) {
    // 20261203 has its year in front. As day, month and year it would be in another century.
    return dayOfParts(digits[1], Number(digits[2]), digits[3], limits, now) ?? readParts(asIso(text), limits, now)
  }
  const numbers = dayFirst.exec(text)
  if (numbers) return dayOfParts(numbers[1], Number(numbers[2]), numbers[3], limits, now)
  const named = withMonth.exec(text)
  if (named) return dayOfParts(named[1], monthOf(named[2]), named[3], limits, now)
  const turned = monthFirst.exec(text)
  return turned ? dayOfParts(turned[2], monthOf(turned[1]), turned[3], limits, now) : null
}

const asIso = (digits: string) => (digits.length === 8 ? `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}` : '')

function dayOfParts(
  day: string | undefined,
  month: number,
  year: string | undefined,
  limits: Limits,
  now: string,
): string | null {
  if (year !== undefined) return realDay(Number(day), month, Number(year.length === 2 ? `20${year}` : year))
  const thisYear = Number(now.slice(0, 4))
  const near = [thisYear - 1, thisYear, thisYear + 1]
    .map((one) => realDay(Number(day), month, one))
    .filter((one) => one !== null)
    .toSorted((one, other) => distance(one, now) - distance(other, now))
  return near.find((one) => isWithin(one, limits)) ?? near[0] ?? null
}

const distance = (one: string, other: string) => Math.abs(Date.parse(one) - Date.parse(other))

export const isWithin = (day: string, { min, max }: Limits) => (!min || day >= min) && (!max || day <= max)

/** A month by its first letters, three at least, from 1; 0 for other words. */
function monthOf(name = ''): number {
  return monthNames.findIndex((month) => month.toLowerCase().startsWith(name === 'sept' ? 'sep' : name)) + 1
}

function withoutWeekday(text: string): { weekday: number | null; rest: string } {
  const [, name = '', rest = ''] = /^([a-z]{3,9})\.? (.+)$/.exec(text) ?? []
  const index = weekdayNames.findIndex((weekday) => weekday.toLowerCase().startsWith(name))
  return name === '' || index < 0 ? { weekday: null, rest: text } : { weekday: index + 1, rest }
}

/** The day, or null when the calendar has no such day, such as 31 June, or its year is far from any school. */
function realDay(day: number, month: number, year: number): string | null {
  if (year < 1900 || year > 2199) return null
  const at = new Date(Date.UTC(year, month - 1, day))
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === day ? at.toISOString().slice(0, 10) : null
}

/** What is wrong with a value, in words; undefined when it is empty or a day that may be chosen. */
export function dayError(value: string, limits: Limits): string | undefined {
  if (value === '') return undefined
  if (!isDay(value)) return `“${value}” is not a date. Please write it like ${dayText(today())}.`
  if (limits.min && value < limits.min) return `Please choose ${dayText(limits.min)} or a later day.`
  if (limits.max && value > limits.max) return `Please choose ${dayText(limits.max)} or an earlier day.`
  return undefined
}
