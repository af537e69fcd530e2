/** The series of numbered documents: what was sold, and what went back of it. Each has numbers of its own. */
const series = {
  receipt: { prefix: 'KS', counters: 'receipt_counters' },
  voucher: { prefix: 'KR', counters: 'refund_voucher_counters' },
} as const
export type Series = keyof typeof series

export interface SerialNumber {
  /** The year that the financial year begins in, by the clock in India. */
  financial_year: number
  number: number
}

/**
 * SQL of the next number of a series, as the table `counted (financial_year, number)` for the insert that follows it. The
 * counter is the last lock of a transaction and is held until it commits, so that no number is ever left out.
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

/** At most 16 characters, unique within the financial year, as rules 46 and 51 of the CGST Rules ask. */
export function serialOf(kind: Series, { financial_year, number }: SerialNumber): string {
  const years = `${financial_year % 100}`.padStart(2, '0') + `${(financial_year + 1) % 100}`.padStart(2, '0')
  return `${series[kind].prefix}/${years}/${String(number).padStart(6, '0')}`
}
