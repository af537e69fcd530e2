import { splitTax } from '#server/money/invoicing/split-tax.ts'
import { rupeesOf } from '#server/platform/text/format.ts'
import type { TaxSum, UnfiledMoney, WrongLine } from './read-sums.ts'
import { stateName } from './state-names.ts'

/** What the ledger has for a rate and a State. */
interface LedgerSum {
  place: string
  rate: number
  taxable_paise: number
  tax_paise: number
}

/** Where money belongs whose document does not say it. */
interface Usual {
  rate: number
  home: string
}

const key = ({ place, rate }: { place: string; rate: number }) => `${place}/${rate}`

function add(found: Map<string, LedgerSum>, { place, rate, taxable_paise, tax_paise }: LedgerSum): void {
  const sum = found.get(key({ place, rate })) ?? { place, rate, taxable_paise: 0, tax_paise: 0 }
  found.set(key(sum), sum)
  sum.taxable_paise += taxable_paise
  sum.tax_paise += tax_paise
}

/** Returns the ledger of a month by rate and State: its payments less its refunds, with or without a document. */
export function ledgerOf(sums: readonly TaxSum[], unfiled: readonly UnfiledMoney[], usual: Usual): LedgerSum[] {
  const found = new Map<string, LedgerSum>()
  for (const { place, rate, sign, ledger_paise: paise, ledger_taxable_paise: taxable } of sums) {
    add(found, { place, rate, taxable_paise: sign * taxable, tax_paise: sign * (paise - taxable) })
  }
  for (const money of unfiled) {
    const sign = signs[money.kind]
    if (sign === undefined) continue
    const place = money.place ?? usual.home
    const rate = money.rate ?? usual.rate
    const { taxable_paise: taxable } = splitTax(money.paise, rate, place === usual.home ? 'intra' : 'inter')
    add(found, { place, rate, taxable_paise: sign * taxable, tax_paise: sign * (money.paise - taxable) })
  }
  return [...found.values()]
}

/** What belongs into the ledger of taxes although no document of the month has it. */
const signs: Partial<Record<UnfiledMoney['kind'], 1 | -1>> = {
  no_receipt: 1,
  waiting_receipt: 1,
  no_note: -1,
  waiting_note: -1,
}

/** Returns a sentence for everything in which the files and the ledger differ. */
export function describeDifferences(
  sums: readonly TaxSum[],
  { ledger, unfiled, wrong }: { ledger: readonly LedgerSum[]; unfiled: readonly UnfiledMoney[]; wrong: readonly WrongLine[] },
): string[] {
  const filed = new Map<string, LedgerSum>()
  for (const { place, rate, sign, ...one } of sums) {
    const tax = one.cgst_paise + one.sgst_paise + one.igst_paise
    add(filed, { place, rate, taxable_paise: sign * one.taxable_paise, tax_paise: sign * tax })
  }
  const groups = ledger.flatMap((here) => {
    const there = filed.get(key(here)) ?? { taxable_paise: 0, tax_paise: 0 }
    if (there.taxable_paise === here.taxable_paise && there.tax_paise === here.tax_paise) return []
    return `${stateName(here.place)} at ${here.rate} %: the documents have ${rupeesOf(there.taxable_paise)} and ${rupeesOf(there.tax_paise)} of tax, the ledger has ${rupeesOf(here.taxable_paise)} and ${rupeesOf(here.tax_paise)} of tax.`
  })
  const lines = wrong.map(
    (line) =>
      `${line.serial} prints ${rupeesOf(line.value_paise)} with ${rupeesOf(line.taxable_paise)} taxable. The ledger has ${rupeesOf(line.ledger_paise)} with ${rupeesOf(line.ledger_taxable_paise)} taxable.`,
  )
  const count = sums.reduce((sum, one) => sum + one.wrong, 0)
  const more = count > lines.length ? [`${count - lines.length} more documents differ in the same way.`] : []
  return [...groups, ...missing.flatMap(([kind, say]) => sentence(unfiled, kind, say)), ...lines, ...more]
}

type Say = (count: number, rupees: string) => string

const many = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`
const missing: readonly [UnfiledMoney['kind'], Say][] = [
  ['no_receipt', (count, rupees) => `${many(count, 'payment', 'payments')} of ${rupees} ${have(count)} no invoice.`],
  ['no_note', (count, rupees) => `${many(count, 'refund', 'refunds')} of ${rupees} ${have(count)} no credit note.`],
  [
    'waiting_receipt',
    (count, rupees) =>
      `${many(count, 'invoice', 'invoices')} of ${rupees} ${count === 1 ? 'waits' : 'wait'} for the answer about a restore.`,
  ],
  [
    'waiting_note',
    (count, rupees) =>
      `${many(count, 'credit note', 'credit notes')} of ${rupees} ${count === 1 ? 'waits' : 'wait'} for the answer about a restore.`,
  ],
]
const noted: readonly [UnfiledMoney['kind'], Say][] = [
  [
    'untaxed',
    (count, rupees) =>
      `${many(count, 'receipt', 'receipts')} of ${rupees} ${have(count)} no tax and ${are(count)} in no section.`,
  ],
  [
    'untaxed_note',
    (count, rupees) =>
      `${many(count, 'refund note', 'refund notes')} of ${rupees} ${are(count)} in no section: no tax invoice was issued for that money.`,
  ],
  [
    'financial',
    (count, rupees) =>
      `${many(count, 'financial credit note', 'financial credit notes')} of ${rupees} ${are(count)} in no section: the time to credit the tax was over.`,
  ],
  [
    'voucher',
    (count, rupees) =>
      `${many(count, 'refund voucher', 'refund vouchers')} of ${rupees} of an earlier version ${are(count)} in no section. The books have ${count === 1 ? 'it' : 'them'} as printed, and your accountant decides about the return.`,
  ],
]
const have = (count: number) => (count === 1 ? 'has' : 'have')
const are = (count: number) => (count === 1 ? 'is' : 'are')

function sentence(unfiled: readonly UnfiledMoney[], kind: UnfiledMoney['kind'], say: Say): string[] {
  const own = unfiled.filter((money) => money.kind === kind)
  const count = own.reduce((sum, money) => sum + money.count, 0)
  return count === 0 ? [] : [say(count, rupeesOf(own.reduce((sum, money) => sum + money.paise, 0)))]
}

/** Returns a sentence for each kind of document that is in no section, though nothing is wrong with it. */
export const describeNotes = (unfiled: readonly UnfiledMoney[]): string[] =>
  noted.flatMap(([kind, say]) => sentence(unfiled, kind, say))
