import { type BatchFilter, batchFilterNames, batchFilters, maxCompared } from '#contract/batch-filters.ts'
import type { CourseCard, UpcomingBatch } from '#contract/catalog.ts'
import { pathTo } from '#contract/pages.ts'
import { isFull } from './is-full.ts'
import { weekdayNames } from './weekday-names.ts'

type Course = Pick<CourseCard, 'id' | 'title' | 'category' | 'difficulty_level' | 'duration' | 'price' | 'amount' | 'discounts'>
export interface BatchRow {
  course: Course
  batch: UpcomingBatch
}

/** The chosen filters and the compared batches, as they stand in the URL. */
export interface BatchChoice {
  /** Lower-case category, or `all`. */
  category: string
  filters: Partial<Record<BatchFilter, string>>
  compare: readonly number[]
}

/** The batches of all courses that have neither started nor been cancelled, by start. */
export function batchRows(courses: readonly CourseCard[]): BatchRow[] {
  return courses
    .flatMap(({ id, title, category, difficulty_level, duration, price, amount, discounts, upcoming_batches }) =>
      upcoming_batches
        .filter((batch) => batch.can_enroll || isFull(batch))
        .map((batch) => ({ course: { id, title, category, difficulty_level, duration, price, amount, discounts }, batch })),
    )
    .toSorted((a, b) => a.batch.starts_at.localeCompare(b.batch.starts_at))
}

export function readChoice(query: URLSearchParams): BatchChoice {
  const filters: BatchChoice['filters'] = {}
  for (const name of batchFilterNames) {
    const value = query.get(name)?.toLowerCase()
    if (value) filters[name] = value
  }
  const ids = (query.get('compare') ?? '').split(',').map(Number).filter(Number.isInteger)
  return {
    category: query.get('category')?.toLowerCase() || 'all',
    filters,
    compare: [...new Set(ids)].filter((id) => id > 0).slice(0, maxCompared),
  }
}

/** The URL of a choice. Parameters without a value are left out. */
export function choicePath({ category, filters, compare }: BatchChoice): string {
  const query: Record<string, string> = category === 'all' ? {} : { category }
  for (const name of batchFilterNames) {
    const value = filters[name]
    if (value) query[name] = value
  }
  const path = pathTo('new-batches', undefined, query)
  // The comma stays readable.
  return compare.length === 0 ? path : `${path}${path.includes('?') ? '&' : '?'}compare=${compare.join(',')}`
}

/** Whether a row passes the category and all filters. An unknown value passes nothing. */
export function isChosen(row: BatchRow, { category, filters }: BatchChoice): boolean {
  if (category !== 'all' && row.course.category.toLowerCase() !== category) return false
  const facts: Record<BatchFilter, string> = {
    days: daysOf(row.batch),
    time: timeOf(row.batch),
    level: row.course.difficulty_level.toLowerCase(),
    fee: feeOf(row.course.amount),
  }
  return batchFilterNames.every((name) => {
    const wanted = filters[name]
    // A level may read "Beginner to intermediate".
    return wanted === undefined || (wanted in batchFilters[name] && facts[name].includes(wanted))
  })
}

const istHour = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata', hour: 'numeric', hourCycle: 'h23' })

/** `weekday`, `weekend`, or both for a batch with classes on both. */
function daysOf({ weekdays }: UpcomingBatch): string {
  return [...new Set(weekdays.map((day) => (day >= 6 ? 'weekend' : 'weekday')))].join(' ')
}

/** The days of a batch, such as "Mon, Wed, Fri". */
export function daysText({ weekdays }: UpcomingBatch): string {
  return weekdays.map((day) => weekdayNames[day - 1]?.slice(0, 3)).join(', ')
}

function timeOf({ starts_at }: UpcomingBatch): string {
  const hour = Number(istHour.format(new Date(starts_at)))
  return hour < 12 ? 'morning' : hour < 17 ? 'afternoon' : 'evening'
}

function feeOf(amount: number): string {
  return amount <= 30_000 ? 'up-to-30000' : amount <= 40_000 ? '30000-to-40000' : 'above-40000'
}

const month = new Intl.DateTimeFormat('en-IN', { timeZone: 'Asia/Kolkata', month: 'long', year: 'numeric' })

/** The rows by month of their start in IST, in order. */
export function byMonth(rows: readonly BatchRow[]): [string, BatchRow[]][] {
  const months = new Map<string, BatchRow[]>()
  for (const row of rows) {
    const name = month.format(new Date(row.batch.starts_at))
    months.set(name, [...(months.get(name) ?? []), row])
  }
  return [...months]
}
