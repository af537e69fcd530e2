import type { figureRanges } from '#contract/desk/staff/figures.ts'

/** Returns the month that is `count` months after another one. Months are `YYYY-MM`. */
export function addMonths(month: string, count: number): string {
  const number = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + count
  return `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}`
}

/** Returns the months from one to another, both included. */
export function monthsOf(from: string, to: string): string[] {
  const months = [from]
  for (let month = from; month < to; ) {
    month = addMonths(month, 1)
    months.push(month)
  }
  return months
}

/** Returns the first and the last month that are asked for. Without a choice it is the financial year of today. */
export function rangeOf(
  asked: { range?: (typeof figureRanges)[number] | undefined; from?: string | undefined; to?: string | undefined },
  today: string,
): { from: string; to: string } {
  if (asked.from !== undefined && asked.to !== undefined) return { from: asked.from, to: asked.to }
  if (asked.range === 'last_12_months') return { from: addMonths(today, -11), to: today }
  // The financial year begins in April.
  const year = Number(addMonths(today, -3).slice(0, 4)) - (asked.range === 'previous_financial_year' ? 1 : 0)
  return { from: `${year}-04`, to: `${year + 1}-03` }
}
