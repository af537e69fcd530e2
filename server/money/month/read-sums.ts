import { type Queryable, rows, statement } from '#server/platform/db/query.ts'
import { inMonth } from './month-days.ts'
import { creditLines, invoiceLines } from './tax-lines.ts'

type TaxSection = 'b2b' | 'b2cl' | 'b2cs' | 'cdnr' | 'cdnur'

/** The documents of a month that have the same section, kind, State, rate and SAC. Paise. */
export interface TaxSum {
  section: TaxSection
  /** 1 of invoices, -1 of credit notes. */
  sign: 1 | -1
  /** The code of a State. */
  place: string
  home: string
  rate: number
  sac: string
  documents: number
  value_paise: number
  taxable_paise: number
  cgst_paise: number
  sgst_paise: number
  igst_paise: number
  /** What the payments and refunds of these documents come to, with their tax computed anew. */
  ledger_paise: number
  ledger_taxable_paise: number
  /** Documents that print something else than the ledger has. */
  wrong: number
}

const taxSums = statement<TaxSum>(
  'tax_sums',
  `with invoices as not materialized ${invoiceLines(inMonth('d.issued_at', '$1'))},
     credits as not materialized ${creditLines(inMonth('d.issued_at', '$1'))}
   select section, sign, place, home, rate::float8 as rate, sac, count(*)::int as documents, sum(value_paise)::bigint as value_paise,
     sum(taxable_paise)::bigint as taxable_paise, sum(cgst_paise)::bigint as cgst_paise, sum(sgst_paise)::bigint as sgst_paise,
     sum(igst_paise)::bigint as igst_paise, sum(ledger_paise)::bigint as ledger_paise,
     sum(ledger_taxable_paise)::bigint as ledger_taxable_paise,
     count(*) filter (where value_paise <> ledger_paise or taxable_paise <> ledger_taxable_paise)::int as wrong
   from (
     select section, sign, place, home, rate, sac, value_paise, taxable_paise, cgst_paise, sgst_paise, igst_paise, ledger_paise,
       ledger_taxable_paise from invoices
     union all
     select section, sign, place, home, rate, sac, value_paise, taxable_paise, cgst_paise, sgst_paise, igst_paise, ledger_paise,
       ledger_taxable_paise from credits) lines
   group by section, sign, place, home, rate, sac order by section, place, rate, sac, sign desc`,
)

export interface WrongLine {
  serial: string
  value_paise: number
  taxable_paise: number
  ledger_paise: number
  ledger_taxable_paise: number
}
const wrongLines = statement<WrongLine>(
  'wrong_lines',
  `with invoices as not materialized ${invoiceLines(inMonth('d.issued_at', '$1'))},
     credits as not materialized ${creditLines(inMonth('d.issued_at', '$1'))}
   select serial, value_paise, taxable_paise, ledger_paise, ledger_taxable_paise::bigint as ledger_taxable_paise from (
     select issued_at, id, serial, value_paise, taxable_paise, ledger_paise, ledger_taxable_paise
     from invoices
     union all
     select issued_at, id, serial, value_paise, taxable_paise, ledger_paise, ledger_taxable_paise
     from credits) lines
   where value_paise <> ledger_paise or taxable_paise <> ledger_taxable_paise
   order by issued_at, id limit 20`,
)

/** Returns the sums of the tax invoices and credit notes of a month. @param firstDay `YYYY-MM-01` */
export const readTaxSums = (db: Queryable, firstDay: string): Promise<TaxSum[]> => rows(db, taxSums, [firstDay])

/** Returns at most twenty documents that print something else than the ledger has. */
export const readWrongLines = (db: Queryable, firstDay: string): Promise<WrongLine[]> => rows(db, wrongLines, [firstDay])

/** Money of a month without its document, and documents of a month without tax. Paise. */
interface Unfiled {
  kind: 'no_receipt' | 'no_note' | 'waiting_receipt' | 'waiting_note' | 'untaxed' | 'financial' | 'untaxed_note' | 'voucher'
  count: number
  paise: number
}

const receiptsWithoutTax = `from receipts d where ${inMonth('d.issued_at', '$1')} and jsonb_typeof(d.printed -> 'tax') is distinct from 'object'`
const isWaiting = (column: string, value: string) =>
  `coalesce((select true from waiting_documents w where w.${column} = ${value}), false)`
const unfiledMoney = statement<Unfiled & { place: string | null; rate: number | null }>(
  'unfiled_money',
  `select kind, place, rate, count(*)::int as count, sum(paise)::bigint as paise from (
     select case when ${isWaiting('payment_id', 'p.id')} then 'waiting_receipt' else 'no_receipt' end as kind, o.buyer ->> 'state_code' as place,
       null::float8 as rate, p.amount_paise as paise
     from captured_payments p join payment_orders o on o.id = p.order_id left join receipts r on r.payment_id = p.id
     where ${inMonth('p.captured_at', '$1')} and p.disposition = 'enrolled' and r.id is null
     union all
     select case when ${isWaiting('refund_id', 'f.id')} then 'waiting_note' else 'no_note' end,
       coalesce(r.printed #>> '{place_of_supply,code}', left(r.printed #>> '{supplier,gstin}', 2)), (r.printed #>> '{tax,rate}')::float8,
       f.amount_paise
     from refunds f join receipts r on r.payment_id = f.payment_id left join refund_notes n on n.refund_id = f.id
       left join refund_vouchers v on v.refund_id = f.id
     where f.status = 'processed' and ${inMonth('f.settled_at', '$1')} and n.id is null and v.id is null
       and jsonb_typeof(r.printed -> 'tax') = 'object'
     union all
     select 'untaxed', null, null, (d.printed ->> 'amount_paise')::bigint ${receiptsWithoutTax}
     union all
     select case d.kind when 'financial_credit_note' then 'financial' else 'untaxed_note' end, null, null,
       (d.printed ->> 'amount_paise')::bigint
     from refund_notes d where ${inMonth('d.issued_at', '$1')} and d.kind <> 'credit_note'
     union all
     select 'voucher', null, null, (d.printed ->> 'amount_paise')::bigint
     from refund_vouchers d where ${inMonth('d.issued_at', '$1')}) found
   group by kind, place, rate order by kind, place, rate`,
)

export type UnfiledMoney = Unfiled & { place: string | null; rate: number | null }
export const readUnfiled = (db: Queryable, firstDay: string): Promise<UnfiledMoney[]> => rows(db, unfiledMoney, [firstDay])
