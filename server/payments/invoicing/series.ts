import type { RefundNoteKind } from '#contract/payments.ts'

/** The numbered series of documents. Refund vouchers were issued by earlier versions. */
const prefixes = {
  receipt: 'KS',
  voucher: 'KR',
  credit_note: 'KC',
  financial_credit_note: 'KF',
  refund_note: 'KN',
} as const satisfies Record<RefundNoteKind, string> & Record<string, string>
export type Series = keyof typeof prefixes

export interface SerialNumber {
  /** The calendar year in which the financial year begins, in India's time zone. */
  financial_year: number
  number: number
}

const year = `now_ist as (select app_now() at time zone 'Asia/Kolkata' as t),
   year as (select extract(year from t - interval '3 months')::int as y from now_ist)`

/**
 * The SQL of the common table `counted (financial_year, number)`, the next number of the receipts. The counter is the last
 * lock of a transaction and is held until the commit, so numbers have no gap.
 */
export const countedReceipts = `${year},
   counted as (
     insert into receipt_counters as c (financial_year, last_number) select y, 1 from year
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

/** Returns at most 16 characters, unique within the financial year, as rules 46 and 53 of the CGST Rules require. */
export function serialOf(kind: Series, { financial_year, number }: SerialNumber): string {
  const years = `${financial_year % 100}`.padStart(2, '0') + `${(financial_year + 1) % 100}`.padStart(2, '0')
  return `${prefixes[kind]}/${years}/${String(number).padStart(6, '0')}`
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
