import { type Queryable, rows, statement } from '#server/platform/db/query.ts'
import { serialOf } from '#server/money/invoicing/series.ts'
import { inMonth } from './month-days.ts'

/** An unbroken range of numbers of one series that were issued in a month. */
export interface NumberRange {
  series: 'receipt' | 'credit_note'
  financial_year: number
  first: number
  last: number
  total: number
  /** Numbers directly below `first` that no document of these books has. */
  missing: number
  /** A restore was answered between the documents on both sides of the missing numbers. */
  restored_on: string | null
}

// A number below the first one of the month is looked up, since it may be of an earlier month.
const numbered = `d.financial_year, d.number, d.issued_at, b.issued_at as before_at,
     d.number - lag(d.number, 1, d.number) over (partition by d.financial_year order by d.number) - 1 as gap,
     d.number - coalesce(b.number, 0) - 1 as missing`

const seriesRanges = statement<NumberRange>(
  'series_ranges',
  `with numbers as (
     select 'receipt' as series, ${numbered}
     from receipts d left join lateral (
       select c.number, c.issued_at from receipts c where c.financial_year = d.financial_year and c.number < d.number
       order by c.number desc limit 1) b on true
     where ${inMonth('d.issued_at', '$1')} and jsonb_typeof(d.printed -> 'tax') = 'object'
     union all
     select 'credit_note', ${numbered}
     from refund_notes d left join lateral (
       select c.number, c.issued_at from refund_notes c
       where c.kind = 'credit_note' and c.financial_year = d.financial_year and c.number < d.number order by c.number desc limit 1) b on true
     where ${inMonth('d.issued_at', '$1')} and d.kind = 'credit_note'),
   islands as (
     select *, sum(case when gap > 0 then 1 else 0 end) over (partition by series, financial_year order by number) as island from numbers),
   ranges as (
     select series, financial_year, min(number) as first, max(number) as last, count(*)::int as total,
       (array_agg(missing order by number))[1] as missing, (array_agg(before_at order by number))[1] as before_at,
       (array_agg(issued_at order by number))[1] as at
     from islands group by series, financial_year, island)
   select series, financial_year, first, last, total, missing,
     (select to_char(max(s.answered_at) at time zone 'Asia/Kolkata', 'YYYY-MM-DD') from restores s
      where missing > 0 and s.answered_at <= r.at and s.answered_at >= coalesce(r.before_at, '-infinity') and not s.is_move) as restored_on
   from ranges r order by series desc, financial_year, first`,
)

/** Returns the ranges of serial numbers of tax invoices and credit notes of a month. @param firstDay `YYYY-MM-01` */
export const readRanges = (db: Queryable, firstDay: string): Promise<NumberRange[]> => rows(db, seriesRanges, [firstDay])

/** "KS/2627/000119 to KS/2627/000121 are in no document of these books: …". Null when nothing is missing. */
export function gapText(range: NumberRange): string | null {
  const { series, missing, first, restored_on: restoredOn } = range
  if (missing <= 0) return null
  const serial = (number: number) => serialOf(series, { ...range, number })
  const numbers =
    missing === 1
      ? `${serial(first - 1)} is in no document`
      : `${serial(first - missing)} to ${serial(first - 1)} are in no document`
  return `${numbers} of these books. ${
    restoredOn
      ? `The books were restored, and the answer of ${restoredOn} let the series go on above these numbers.`
      : 'No restore explains it.'
  }`
}
