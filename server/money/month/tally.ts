import { isStateCode, localTaxOf } from '#contract/indian-states.ts'
import type { FeeLine, RefundLine, SaleLine, UnsoldLine, Way } from './book-lines.ts'

/** The ledgers of Tally that the vouchers name. A company of Tally needs them before an import. */
const ledgers = {
  students: 'Students',
  fees: 'Course fees',
  CGST: 'Output CGST',
  SGST: 'Output SGST',
  UTGST: 'Output UTGST',
  IGST: 'Output IGST',
  provider: 'Razorpay',
  bank: 'Bank',
  cash: 'Cash',
  charges: 'Payment gateway charges',
  chargesTax: 'Input GST on gateway charges',
} as const

const moneyLedgers: Readonly<Record<Way, string>> = {
  online: ledgers.provider,
  upi: ledgers.bank,
  bank_transfer: ledgers.bank,
  cheque: ledgers.bank,
  cash: ledgers.cash,
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

/** What was earned: the price without its tax, and each tax. Without a tax invoice the whole price. */
function earned(line: Taxed, home: string | null): [string, number][] {
  const { taxable_paise: taxable, cgst_paise: cgst, sgst_paise: sgst, igst_paise: igst, amount_paise: amount } = line
  if (taxable === null) return [[ledgers.fees, amount]]
  const local = home !== null && isStateCode(home) ? localTaxOf(home) : 'SGST'
  return [
    [ledgers.fees, taxable],
    [ledgers.CGST, cgst ?? 0],
    [ledgers[local], sgst ?? 0],
    [ledgers.IGST, igst ?? 0],
  ]
}
const credited = (lines: [string, number][]) => lines.map(([ledger, paise]) => [ledger, -paise] as const)

/** An invoice, and the money for it. @param home the code of the school's State */
export function saleVouchers(line: SaleLine, home: string | null): Voucher[] {
  const { serial, day, student, company, amount_paise: amount, provider_payment_id: payment, reference } = line
  const who = company === null ? student : `${company}, for ${student}`
  const shared = { number: serial, day, party: ledgers.students }
  const through = reference === null ? payment : `${payment}, reference ${reference}`
  return [
    { ...shared, type: 'Sales', narration: who, lines: [[ledgers.students, amount], ...credited(earned(line, home))] },
    {
      ...shared,
      type: 'Receipt',
      narration: `${who}, ${through}`,
      lines: [
        [moneyLedgers[line.way], amount],
        [ledgers.students, -amount],
      ],
    },
  ]
}

export function unsoldVouchers({ day, student, amount_paise: amount, provider_payment_id: payment, way }: UnsoldLine): Voucher[] {
  const lines = [
    [moneyLedgers[way], amount],
    [ledgers.students, -amount],
  ] as const
  return [
    {
      type: 'Receipt',
      number: payment,
      day,
      party: ledgers.students,
      narration: `${student}, ${payment}, without an invoice`,
      lines,
    },
  ]
}

/** A note that credits an invoice, and the money that went back. */
export function refundVouchers(line: RefundLine, home: string | null): Voucher[] {
  const { serial, day, student, receipt, amount_paise: amount, provider_refund_id: refund } = line
  const shared = { number: serial, day, party: ledgers.students }
  const credit: Voucher[] =
    receipt === null
      ? []
      : [
          {
            ...shared,
            type: 'Credit Note',
            narration: `${student}, against ${receipt}`,
            lines: [...earned(line, home), [ledgers.students, -amount]],
          },
        ]
  return [
    ...credit,
    {
      ...shared,
      type: 'Payment',
      narration: `${student}, refund ${refund ?? serial}`,
      lines: [
        [ledgers.students, amount],
        [moneyLedgers[line.way], -amount],
      ],
    },
  ]
}

/** What the provider kept of a settlement, and what it paid out. */
export function feeVouchers(line: FeeLine): Voucher[] {
  const { settlement_id: number, day, utr, fee_paise: fee, tax_paise: tax, amount_paise: amount } = line
  const shared = { number, day, party: ledgers.provider, narration: `Settlement ${number}${utr === null ? '' : `, UTR ${utr}`}` }
  const charges: Voucher = {
    ...shared,
    type: 'Payment',
    lines: [
      [ledgers.charges, fee],
      [ledgers.chargesTax, tax],
      [ledgers.provider, -fee - tax],
    ],
  }
  const paidOut: Voucher = {
    ...shared,
    type: 'Contra',
    lines: [
      [ledgers.bank, amount],
      [ledgers.provider, -amount],
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
