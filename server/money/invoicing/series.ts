import type { RefundNoteKind } from '#contract/money/payments.ts'

/** The numbered series of documents. Refund vouchers were issued by earlier versions. */
export const prefixes = {
  receipt: 'KS',
  voucher: 'KR',
  credit_note: 'KC',
  financial_credit_note: 'KF',
  refund_note: 'KN',
} as const satisfies Record<RefundNoteKind, string> & Record<string, string>
export type Series = keyof typeof prefixes
export const issuedSeries = ['receipt', 'credit_note', 'financial_credit_note', 'refund_note'] as const satisfies Series[]
export type IssuedSeries = (typeof issuedSeries)[number]

export interface SerialNumber {
  /** The calendar year in which the financial year begins, in India's time zone. */
  financial_year: number
  number: number
}

/** SQL of the common table `year (y)`, the financial year. */
export const year = `now_ist as (select app_now() at time zone 'Asia/Kolkata' as t),
   year as (select extract(year from t - interval '3 months')::int as y from now_ist)`

/** SQL: a restore waits for the answer which numbers were issued since. No document is issued meanwhile. */
export const isAsked = 'exists (select from restores where answered_at is null)'

/**
 * The SQL of the common table `counted (financial_year, number)`, the next number of the receipts; no row while `isAsked`. The counter is the last
 * lock of a transaction and is held until the commit, so numbers have no gap.
 */
export const countedReceipts = `${year},
   counted as (
     insert into receipt_counters as c (financial_year, last_number) select y, 1 from year where not ${isAsked}
     on conflict (financial_year) do update set last_number = c.last_number + 1
     returning financial_year, last_number as number
   )`

/** As `countedReceipts`, for the kind of refund note in a parameter. */
export function countedNotes(kind: string): string {
  return `${year},
   counted as (
     insert into refund_note_counters as c (kind, financial_year, last_number) select ${kind}, y, 1 from year
     on conflict (kind, financial_year) do update set last_number = c.last_number + 1
     returning financial_year, last_number as number
   )`
}

/** The financial year in a serial number, such as 2627. */
export const yearsOf = (financialYear: number): string =>
  [financialYear, financialYear + 1].map((y) => `${y % 100}`.padStart(2, '0')).join('')

/** Returns at most 16 characters, unique within the financial year, as rules 46 and 53 of the CGST Rules require. */
export function serialOf(kind: Series, { financial_year, number }: SerialNumber): string {
  return `${prefixes[kind]}/${yearsOf(financial_year)}/${String(number).padStart(6, '0')}`
}

/** The numbers of a series, for `similar to`. */
export const serialPattern = (kind: Series): string => `${prefixes[kind]}/[0-9]{4}/[0-9]{6,9}`

/** The SQL of `serialOf`. @param row alias of a row with `financial_year` and `number`; @param kind SQL of the series */
export function serialSql(row: string, kind: string): string {
  const cases = Object.entries(prefixes).map(([series, prefix]) => `when '${series}' then '${prefix}'`)
  const years = ['', ' + 1'].map((next) => `lpad(((${row}.financial_year${next}) % 100)::text, 2, '0')`).join(' || ')
  return `case ${kind} ${cases.join(' ')} end || '/' || ${years} || '/' || lpad(${row}.number::text, 6, '0')`
}

/** SQL of the id that the receipt `d` has in `issued_documents`. */
export const documentOfReceipt = 'd.id * 4'
