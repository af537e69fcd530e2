import { serialSql } from '#server/money/invoicing/series.ts'
import { b2clAboveSql } from './rules.ts'

/**
 * Tax invoices and credit notes as GSTR-1 reads them, one line each: what they printed, what the ledger has, and their section. All of it is SQL.
 */
const printed = (row: string, path: string) => `${row}.printed #>> '{${path}}'`
const paise = (row: string, path: string) => `(${printed(row, path)})::bigint`

/** Rupees of a price without its tax, as `splitTax` computes them. @param amount SQL of paise @param line has `rate`, `place` and `home` */
function taxableOf(amount: string): string {
  const rate = '(t.rate * 100)'
  const share = (whole: string) => `div(2 * ${amount} * ${rate} + ${whole}, 2 * ${whole})`
  return `${amount} - case when t.place = t.home then 2 * ${share(`((10000 + ${rate}) * 2)`)} else ${share(`(10000 + ${rate})`)} end`
}

const columns = (row: string) => `${row}.issued_at, ${printed(row, 'buyer,gstin')} as gstin,
      coalesce(${printed(row, 'buyer,company_name')}, ${printed(row, 'student,name')}) as receiver,
      ${paise(row, 'amount_paise')} as value_paise,
      coalesce(${printed(row, 'place_of_supply,code')}, left(${printed(row, 'supplier,gstin')}, 2)) as place,
      left(${printed(row, 'supplier,gstin')}, 2) as home,
      (${printed(row, 'tax,rate')})::numeric as rate, ${printed(row, 'tax,sac')} as sac, ${paise(row, 'tax,taxable_paise')} as taxable_paise,
      ${paise(row, 'tax,cgst_paise')} as cgst_paise, ${paise(row, 'tax,sgst_paise')} as sgst_paise,
      ${paise(row, 'tax,igst_paise')} as igst_paise`

const isTaxed = (row: string) => `jsonb_typeof(${row}.printed -> 'tax') = 'object'`
/** SQL: the document is above the threshold of b2cl. Its buyer has no GSTIN. */
const isLarge = (sold: string) => `t.place <> t.home and t.invoice_paise > ${b2clAboveSql(sold)}`

/** SQL of a table of tax invoices. @param where a condition on the receipt `d` */
export const invoiceLines = (where: string) => `(
  select t.*, case when t.gstin is not null then 'b2b' when ${isLarge('t.issued_at')} then 'b2cl' else 'b2cs' end as section,
    ${taxableOf('t.ledger_paise')} as ledger_taxable_paise
  from (select d.id * 4 as id, 1 as sign, ${serialSql('d', "'receipt'")} as serial, ${columns('d')}, ${paise('d', 'amount_paise')} as invoice_paise,
      p.amount_paise as ledger_paise
    from receipts d join payments p on p.id = d.payment_id
    where ${where} and ${isTaxed('d')}) t)`

// A note shares the tax with the notes before it, as when it was issued.
const creditedBefore = `(select coalesce(sum(e.amount_paise), 0) from refunds e
        where e.payment_id = f.payment_id and e.id <> f.id
          and coalesce((select m.id < d.id from refund_notes m where m.refund_id = e.id),
            (select true from refund_vouchers v where v.refund_id = e.id)))`

/** SQL of a table of credit notes. @param where a condition on the note `d` */
export const creditLines = (where: string) => `(
  select t.*, case when t.gstin is not null then 'cdnr' when ${isLarge('t.sold_at')} then 'cdnur' else 'b2cs' end as section,
    ${taxableOf('(t.before_paise + t.ledger_paise)')} - (${taxableOf('t.before_paise')}) as ledger_taxable_paise
  from (select d.id * 4 + 1 as id, -1 as sign, ${serialSql('d', 'd.kind')} as serial, ${columns('d')}, ${paise('s', 'amount_paise')} as invoice_paise,
      f.amount_paise as ledger_paise, s.issued_at as sold_at, ${creditedBefore} as before_paise
    from refund_notes d join refunds f on f.id = d.refund_id join receipts s on s.payment_id = f.payment_id
    where ${where} and ${isTaxed('d')}) t)`
