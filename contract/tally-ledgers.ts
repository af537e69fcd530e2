/** The ledgers of Tally that the vouchers of a month name, with the names that they have until the school says otherwise. */
export const tallyLedgers = {
  tally_students: 'Students',
  tally_sales: 'Course fees',
  tally_returns: 'Course fees',
  tally_cgst: 'Output CGST',
  tally_sgst: 'Output SGST',
  tally_utgst: 'Output UTGST',
  tally_igst: 'Output IGST',
  tally_provider: 'Razorpay',
  tally_bank: 'Bank',
  tally_cash: 'Cash',
  tally_charges: 'Payment gateway charges',
  tally_charges_tax: 'Input GST on gateway charges',
} as const
export type TallyLedger = keyof typeof tallyLedgers
export type TallyNames = Readonly<Record<TallyLedger, string>>

export const tallyLedgerKeys = Object.keys(tallyLedgers) as TallyLedger[]

/** Where money stands. A voucher that moved it within one ledger would say nothing. */
const balances = ['tally_students', 'tally_provider', 'tally_bank', 'tally_cash'] as const satisfies TallyLedger[]

/** Tally takes names that differ in case or blanks for one. */
const folded = (name: string) => name.toLowerCase().replaceAll(/\s+/g, ' ')

/** Returns a ledger that has the name of one where money stands. Taxes and fees may share a ledger. */
export function sharedLedger(names: TallyNames): TallyLedger | undefined {
  return tallyLedgerKeys.find((ledger) =>
    balances.some((balance) => balance !== ledger && folded(names[balance]) === folded(names[ledger])),
  )
}
