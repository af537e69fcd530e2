import { tallyLedgerKeys, type TallyNames } from '#contract/tally-ledgers.ts'
import { isStateCode, localTaxOf } from '#contract/indian-states.ts'
import type { FeeLine, RefundLine, SaleLine, UnsoldLine, Way } from './book-lines.ts'

/** What vouchers are written with: the names of the school's ledgers, and the code of its State. */
export interface Books {
  names: TallyNames
  home: string | null
}

/** The ledger of the State's part of the tax. */
const localLedger = (home: string | null) =>
  home !== null && isStateCode(home) && localTaxOf(home) === 'UTGST' ? 'tally_utgst' : 'tally_sgst'

/** Returns the ledgers that the vouchers may name. A company of Tally needs them before an import. */
export function ledgersOf({ names, home }: Books): string[] {
  const other = localLedger(home) === 'tally_utgst' ? 'tally_sgst' : 'tally_utgst'
  return [...new Set(tallyLedgerKeys.flatMap((ledger) => (ledger === other ? [] : names[ledger])))]
}

/** The ledger that has the money. */
function moneyLedger(way: Way, names: TallyNames): string {
  if (way === 'online') return names.tally_provider
  return way === 'cash' ? names.tally_cash : names.tally_bank
}

/** A double entry. The lines of a voucher come to nothing: what is debited is positive. Paise. */
interface Voucher {
  type: 'Sales' | 'Receipt' | 'Credit Note' | 'Payment' | 'Contra'
  number: string
  day: string
  party: string
  narration: string
  lines: readonly (readonly [ledger: string, paise: number])[]
}

type Taxed = Pick<SaleLine, 'taxable_paise' | 'cgst_paise' | 'sgst_paise' | 'igst_paise' | 'amount_paise'>

/** The price without its tax in `ledger`, and each tax. Without a tax invoice the whole price. */
function parts(line: Taxed, ledger: string, { names, home }: Books): [string, number][] {
  const { taxable_paise: taxable, cgst_paise: cgst, sgst_paise: sgst, igst_paise: igst, amount_paise: amount } = line
  if (taxable === null) return [[ledger, amount]]
  return [
    [ledger, taxable],
    [names.tally_cgst, cgst ?? 0],
    [names[localLedger(home)], sgst ?? 0],
    [names.tally_igst, igst ?? 0],
  ]
}
const credited = (lines: [string, number][]) => lines.map(([ledger, paise]) => [ledger, -paise] as const)

/** An invoice, and the money for it. */
export function saleVouchers(line: SaleLine, books: Books): Voucher[] {
  const { names } = books
  const { serial, day, student, company, amount_paise: amount, provider_payment_id: payment, reference } = line
  const who = company === null ? student : `${company}, for ${student}`
  const shared = { number: serial, day, party: names.tally_students }
  const through = reference === null ? payment : `${payment}, reference ${reference}`
  return [
    {
      ...shared,
      type: 'Sales',
      narration: who,
      lines: [[names.tally_students, amount], ...credited(parts(line, names.tally_sales, books))],
    },
    {
      ...shared,
      type: 'Receipt',
      narration: `${who}, ${through}`,
      lines: [
        [moneyLedger(line.way, names), amount],
        [names.tally_students, -amount],
      ],
    },
  ]
}

export function unsoldVouchers(line: UnsoldLine, { names }: Books): Voucher[] {
  const { day, student, amount_paise: amount, provider_payment_id: payment, way } = line
  const lines = [
    [moneyLedger(way, names), amount],
    [names.tally_students, -amount],
  ] as const
  return [
    {
      type: 'Receipt',
      number: payment,
      day,
      party: names.tally_students,
      narration: `${student}, ${payment}, without an invoice`,
      lines,
    },
  ]
}

/** A note that credits an invoice, and the money that went back. */
export function refundVouchers(line: RefundLine, books: Books): Voucher[] {
  const { names } = books
  const { serial, day, student, receipt, amount_paise: amount, provider_refund_id: refund } = line
  const shared = { number: serial, day, party: names.tally_students }
  const credit: Voucher[] =
    receipt === null
      ? []
      : [
          {
            ...shared,
            type: 'Credit Note',
            narration: `${student}, against ${receipt}`,
            lines: [...parts(line, names.tally_returns, books), [names.tally_students, -amount]],
          },
        ]
  return [
    ...credit,
    {
      ...shared,
      type: 'Payment',
      narration: `${student}, refund ${refund ?? serial}`,
      lines: [
        [names.tally_students, amount],
        [moneyLedger(line.way, names), -amount],
      ],
    },
  ]
}

/** What the provider kept of a settlement, and what it paid out. */
export function feeVouchers(line: FeeLine, { names }: Books): Voucher[] {
  const { settlement_id: number, day, utr, fee_paise: fee, tax_paise: tax, amount_paise: amount } = line
  const shared = {
    number,
    day,
    party: names.tally_provider,
    narration: `Settlement ${number}${utr === null ? '' : `, UTR ${utr}`}`,
  }
  const charges: Voucher = {
    ...shared,
    type: 'Payment',
    lines: [
      [names.tally_charges, fee],
      [names.tally_charges_tax, tax],
      [names.tally_provider, -fee - tax],
    ],
  }
  const paidOut: Voucher = {
    ...shared,
    type: 'Contra',
    lines: [
      [names.tally_bank, amount],
      [names.tally_provider, -amount],
    ],
  }
  return fee + tax === 0 ? [paidOut] : [charges, paidOut]
}

/** What XML 1.0 can't hold is left out. */
// oxlint-disable-next-line no-control-regex -- These are what is left out.
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const xml = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(unprintable, '')
    .replaceAll(/[&<>"]/g, (one) => entities[one] ?? '')

/** No division: the text has the same digits as the paise. */
function rupees(paise: number): string {
  const digits = String(Math.abs(paise)).padStart(3, '0')
  return `${paise < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** In Tally a debit is negative and "deemed positive". */
function lineXml([ledger, paise]: readonly [string, number]): string {
  return `<ALLLEDGERENTRIES.LIST><LEDGERNAME>${xml(ledger)}</LEDGERNAME><ISDEEMEDPOSITIVE>${paise > 0 ? 'Yes' : 'No'}</ISDEEMEDPOSITIVE><AMOUNT>${rupees(-paise)}</AMOUNT></ALLLEDGERENTRIES.LIST>`
}

/** One voucher. Its REMOTEID is the same in every file, so that a second import changes it instead of adding another. */
export function voucherXml({ type, number, day, party, narration, lines }: Voucher): string {
  const date = day.replaceAll('-', '')
  const remote = xml(`karyashala ${type} ${number}`)
  const entries = lines.filter(([, paise]) => paise !== 0).map(lineXml)
  return `<TALLYMESSAGE xmlns:UDF="TallyUDF"><VOUCHER REMOTEID="${remote}" VCHTYPE="${type}" ACTION="Create"><DATE>${date}</DATE><VOUCHERTYPENAME>${type}</VOUCHERTYPENAME><VOUCHERNUMBER>${xml(number)}</VOUCHERNUMBER><PARTYLEDGERNAME>${xml(party)}</PARTYLEDGERNAME><NARRATION>${xml(narration)}</NARRATION>${entries.join('')}</VOUCHER></TALLYMESSAGE>\n`
}

/** What stands before and after the vouchers. Tally takes the file into the company that is open. */
export const tallyHead =
  '<?xml version="1.0" encoding="UTF-8"?>\n<ENVELOPE><HEADER><TALLYREQUEST>Import Data</TALLYREQUEST></HEADER><BODY><IMPORTDATA><REQUESTDESC><REPORTNAME>Vouchers</REPORTNAME></REQUESTDESC><REQUESTDATA>\n'
export const tallyEnd = '</REQUESTDATA></IMPORTDATA></BODY></ENVELOPE>\n'
