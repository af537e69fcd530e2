import { type Queryable, rows, type Statement, statement } from '#server/platform/db/query.ts'
import { serialSql } from '#server/money/invoicing/series.ts'
import { monthBegins, monthEnds } from './month-days.ts'

/** How money came, or went: through the provider, or by hand. */
export type Way = 'online' | 'upi' | 'bank_transfer' | 'cash' | 'cheque'

interface Line {
  id: number
  /** With microseconds, which a Date has not. */
  at: string
  /** `YYYY-MM-DD` in India. */
  day: string
}
interface Taxed {
  rate: number | null
  taxable_paise: number | null
  cgst_paise: number | null
  sgst_paise: number | null
  igst_paise: number | null
}
/** An invoice, and the money that it is for. */
export interface SaleLine extends Line, Taxed {
  serial: string
  student: string
  company: string | null
  gstin: string | null
  place: string | null
  amount_paise: number
  provider_payment_id: string
  way: Way
  reference: string | null
}
/** Captured money for which no invoice was issued, such as for a batch that was full. */
export interface UnsoldLine extends Line {
  student: string
  amount_paise: number
  provider_payment_id: string
  way: Way
}
export interface RefundLine extends Line, Taxed {
  serial: string
  /** A `voucher` is of an earlier version. */
  kind: 'credit_note' | 'financial_credit_note' | 'refund_note' | 'voucher'
  student: string
  /** The invoice that is credited; null when none was issued. */
  receipt: string | null
  amount_paise: number
  provider_payment_id: string
  provider_refund_id: string | null
  way: Way
}
export interface FeeLine extends Line {
  settlement_id: string
  utr: string | null
  /** Without its tax. */
  fee_paise: number
  tax_paise: number
  /** What reached the bank. */
  amount_paise: number
}

const pageRows = 1000
const printed = (path: string) => `d.printed #>> '{${path}}'`
const tax = `(${printed('tax,rate')})::float8 as rate, (${printed('tax,taxable_paise')})::bigint as taxable_paise,
     (${printed('tax,cgst_paise')})::bigint as cgst_paise, (${printed('tax,sgst_paise')})::bigint as sgst_paise,
     (${printed('tax,igst_paise')})::bigint as igst_paise`
/** A page of the lines of a month after `$2`, `$3`. */
const pageAfter = (
  at: string,
  id: string,
) => `${at} >= coalesce($2::timestamptz, ${monthBegins('$1')}) and ${at} < ${monthEnds('$1')}
     and (${at}, ${id}) > (coalesce($2::timestamptz, '-infinity'), $3::bigint) order by ${at}, ${id} limit ${pageRows}`
const dayOf = (at: string) => `to_char(${at} at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as day`
const way = `case when o.provider = 'offline' then p.method else 'online' end as way`

const salesOfMonth = statement<SaleLine>(
  'sales_of_month',
  `select d.id * 4 as id, d.issued_at::text as at, ${dayOf('d.issued_at')}, ${serialSql('d', "'receipt'")} as serial,
     coalesce(${printed('student,name')}, '') as student, ${printed('buyer,company_name')} as company, ${printed('buyer,gstin')} as gstin,
     ${printed('place_of_supply,code')} as place, ${tax}, p.amount_paise, p.provider_payment_id, ${way}, ${printed('offline,reference')} as reference
   from receipts d join payments p on p.id = d.payment_id join payment_orders o on o.id = p.order_id
   where ${pageAfter('d.issued_at', 'd.id * 4')}`,
)
const unsoldOfMonth = statement<UnsoldLine>(
  'unsold_of_month',
  `select p.id, p.captured_at::text as at, ${dayOf('p.captured_at')}, u.full_name as student, p.amount_paise, p.provider_payment_id, ${way}
   from captured_payments p join payment_orders o on o.id = p.order_id join users u on u.id = o.user_id
   where not exists (select from receipts d where d.payment_id = p.id) and ${pageAfter('p.captured_at', 'p.id')}`,
)
const refundLines = (from: string, id: string, kind: string) => `(
   select ${id} as id, d.issued_at::text as at, ${dayOf('d.issued_at')}, ${serialSql('d', kind)} as serial, ${kind} as kind,
     coalesce(${printed('student,name')}, '') as student, ${printed('receipt,serial')} as receipt, ${tax}, f.amount_paise,
     p.provider_payment_id, f.provider_refund_id, coalesce(f.method, case when o.provider = 'offline' then p.method end, 'online') as way
   ${from} join refunds f on f.id = d.refund_id join payments p on p.id = f.payment_id join payment_orders o on o.id = p.order_id
   where ${pageAfter('d.issued_at', id)})`
const refundsOfMonth = statement<RefundLine>(
  'refunds_of_month',
  `with found as (${refundLines('from refund_notes d', 'd.id * 4 + 1', 'd.kind')} union all
     ${refundLines('from refund_vouchers d', 'd.id * 4 + 2', "'voucher'")})
   select * from found order by at::timestamptz, id limit ${pageRows}`,
)
const feesOfMonth = statement<FeeLine>(
  'fees_of_month',
  `select s.id, s.booked_on::text as at, s.booked_on::text as day, s.provider_settlement_id as settlement_id, s.utr,
     s.fee_paise - s.tax_paise as fee_paise, s.tax_paise, s.amount_paise
   from settlements s
   where s.status = 'processed' and s.booked_on >= coalesce($2::date, $1::date) and s.booked_on < ($1::date + interval '1 month')::date
     and (s.booked_on, s.id) > (coalesce($2::date, '-infinity'), $3::integer) order by s.booked_on, s.id limit ${pageRows}`,
)

async function* pagesOf<Row extends Line>(db: Queryable, query: Statement<Row>, firstDay: string): AsyncGenerator<Row[]> {
  let after: Line | undefined
  for (;;) {
    const page = await rows(db, query, [firstDay, after?.at ?? null, after?.id ?? 0])
    yield page
    after = page.at(-1)
    if (page.length < pageRows) return
  }
}

/** The invoices of a month in pages. @param firstDay `YYYY-MM-01` */
export const salesOf = (db: Queryable, firstDay: string) => pagesOf(db, salesOfMonth, firstDay)
/** Money of a month without an invoice. */
export const unsoldOf = (db: Queryable, firstDay: string) => pagesOf(db, unsoldOfMonth, firstDay)
/** What went back, on the day of its note. */
export const refundsOf = (db: Queryable, firstDay: string) => pagesOf(db, refundsOfMonth, firstDay)
/** What the provider kept, on the day of the settlement. */
export const feesOf = (db: Queryable, firstDay: string) => pagesOf(db, feesOfMonth, firstDay)
