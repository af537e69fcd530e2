/** The numbered series of documents. Each has its own counter. */
const series = {
  receipt: { prefix: 'KS', counters: 'receipt_counters' },
  voucher: { prefix: 'KR', counters: 'refund_voucher_counters' },
} as const
export type Series = keyof typeof series

export interface SerialNumber {
  /** The calendar year in which the financial year begins, in India's time zone. */
  financial_year: number
  number: number
}

/**
 * Returns the SQL of the common table `counted (financial_year, number)`, the next number of a series. The counter is the
 * last lock of a transaction and is held until the commit, so numbers have no gap.
 */
export function countedIn(kind: Series): string {
  return `now_ist as (select app_now() at time zone 'Asia/Kolkata' as t),
   year as (select extract(year from t - interval '3 months')::int as y from now_ist),
   counted as (
     insert into ${series[kind].counters} as c (financial_year, last_number) select y, 1 from year
     on conflict (financial_year) do update set last_number = c.last_number + 1
     returning financial_year, last_number as number
   )`
}

/** Returns at most 16 characters, unique within the financial year, as rules 46 and 51 of the CGST Rules require. */
export function serialOf(kind: Series, { financial_year, number }: SerialNumber): string {
  const years = `${financial_year % 100}`.padStart(2, '0') + `${(financial_year + 1) % 100}`.padStart(2, '0')
  return `${series[kind].prefix}/${years}/${String(number).padStart(6, '0')}`
}
