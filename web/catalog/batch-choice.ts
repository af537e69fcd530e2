import {
  type BatchFilter,
  batchFilterNames,
  batchFilters,
  type FinderStep,
  finderSteps,
  maxCompared,
} from '#contract/batch-filters.ts'
import type { BatchRow, UpcomingBatch } from '#contract/catalog/catalog.ts'
import { pathTo } from '#contract/pages.ts'
import { isId } from '#contract/rules.ts'
import { weekdayNames } from '#ui/days.ts'
import { formatMonthOfYear } from '#ui/format.ts'

/** The chosen filters and the compared batches, as they stand in the URL. */
export interface BatchChoice {
  /** Lower-case category, or `all`. */
  category: string
  filters: Partial<Record<BatchFilter, string>>
  compare: readonly number[]
  /** The last batch of the page before; null on the first page. */
  after: string | null
  /** The step of the finder, which stands in place of the list. */
  find?: FinderStep | undefined
}

export function readChoice(query: URLSearchParams): BatchChoice {
  const filters: BatchChoice['filters'] = {}
  for (const name of batchFilterNames) {
    const value = query.get(name)?.toLowerCase()
    if (value) filters[name] = value
  }
  const after = query.get('after') ?? ''
  const ids = (query.get('compare') ?? '').split(',').map(Number).filter(Number.isInteger)
  return {
    category: query.get('category')?.toLowerCase() || 'all',
    filters,
    compare: [...new Set(ids)].filter((id) => id > 0).slice(0, maxCompared),
    after: isId(after) ? after : null,
    find: finderSteps.find((step) => step === query.get('find')?.toLowerCase()),
  }
}

/** The URL of a choice. Parameters without a value are left out. */
export function choicePath({ category, filters, compare, after, find }: BatchChoice): string {
  const query: Record<string, string> = category === 'all' ? {} : { category }
  for (const name of batchFilterNames) {
    const value = filters[name]
    if (value) query[name] = value
  }
  if (after !== null) query.after = after
  if (find) query.find = find
  const path = pathTo('new-batches', undefined, query)
  // The comma stays readable.
  return compare.length === 0 ? path : `${path}${path.includes('?') ? '&' : '?'}compare=${compare.join(',')}`
}

/** The filters as the API takes them; null when one has an unknown value, which no batch has. */
export function queryOf({ category, filters, after }: BatchChoice): Record<string, string | undefined> | null {
  const isUnknown = batchFilterNames.some((name) => filters[name] !== undefined && !(filters[name] in batchFilters[name]))
  return isUnknown ? null : { ...filters, category: category === 'all' ? undefined : category, after: after ?? undefined }
}

export const batchCount = (total: number) => (total === 1 ? '1 batch' : `${total.toLocaleString('en-IN')} batches`)

/** The days of a batch, such as "Mon, Wed, Fri". */
export function daysText({ weekdays }: UpcomingBatch): string {
  return weekdays.map((day) => weekdayNames[day - 1]?.slice(0, 3)).join(', ')
}

/** The rows by month of their start in IST, in order. */
export function byMonth(rows: readonly BatchRow[]): [string, BatchRow[]][] {
  const months = new Map<string, BatchRow[]>()
  for (const row of rows) {
    const name = formatMonthOfYear(row.batch.starts_at)
    months.set(name, [...(months.get(name) ?? []), row])
  }
  return [...months]
}
