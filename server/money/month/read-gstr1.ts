import type { Gstr1, Gstr1Section } from '#contract/money/staff/month.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { type Queryable, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { conflict } from '#server/platform/errors/errors.ts'
import { readSiteSettings } from '#server/platform/settings/site-settings.ts'
import { printedOfReceipt } from '#server/money/invoicing/find-document.ts'
import { describeDifferences, describeNotes, ledgerOf } from './describe-differences.ts'
import { b2csLines, hsnLines } from './group-sums.ts'
import { assertBegun, firstDayOf, inMonth } from './month-days.ts'
import { gapText, readRanges } from './read-series-of-month.ts'
import { readTaxSums, readUnfiled, readWrongLines, type TaxSum } from './read-sums.ts'
import { b2clAboveOn, hsnIsApartOn } from './rules.ts'

const unprintedReceipts = statement<{ id: number }>(
  'unprinted_receipts',
  `select d.id from receipts d where ${inMonth('d.issued_at', '$1')} and d.printed is null order by d.id`,
)

/** Stores what receipts of an earlier version print, so that all of a month is read from its documents. */
export async function storePrinted(db: Queryable, firstDay: string): Promise<void> {
  for (const { id } of await rows(db, unprintedReceipts, [firstDay])) await printedOfReceipt(db, id)
}

/** What is read of a month for GSTR-1. */
export interface MonthOfTax {
  firstDay: string
  gstin: string | null
  sums: TaxSum[]
}

/** @throws HttpError 400 for a month that has not begun, 409 for a school that files no GSTR-1 */
export async function readMonthOfTax(deps: Pick<Deps, 'db'>, month: string): Promise<MonthOfTax> {
  await assertBegun(deps, month)
  const firstDay = firstDayOf(month)
  await storePrinted(deps.db, firstDay)
  const [sums, { gstin }] = await Promise.all([readTaxSums(deps.db, firstDay), readSiteSettings(deps)])
  if (gstin === null && sums.length === 0) {
    throw conflict(
      'no_gstin',
      'This school has no GSTIN, so it files no GSTR-1 and its documents have no tax. Once it is registered, add the GSTIN in the settings.',
    )
  }
  return { firstDay, gstin, sums }
}

/** Returns the sections of GSTR-1 of a month, and how they differ from the ledger. @throws HttpError as `readMonthOfTax` */
export async function readGstr1(deps: Pick<Deps, 'db'>, _staff: Staff, { month }: { month: string }): Promise<Gstr1> {
  const { firstDay, gstin, sums } = await readMonthOfTax(deps, month)
  const [ranges, unfiled, wrong, { gst_rate: rate }] = await Promise.all([
    readRanges(deps.db, firstDay),
    readUnfiled(deps.db, firstDay),
    readWrongLines(deps.db, firstDay),
    readSiteSettings(deps),
  ])
  const ofDocuments = (section: Exclude<Gstr1Section, 'b2cs' | 'hsn' | 'docs'>) => {
    const own = sums.filter((one) => one.section === section)
    return { rows: total(own, 'documents'), taxable_paise: total(own, 'taxable_paise'), tax_paise: taxOf(own) }
  }
  const ofLines = (lines: readonly { taxable_paise: number; tax_paise: number }[]) => ({
    rows: lines.length,
    taxable_paise: lines.reduce((sum, line) => sum + line.taxable_paise, 0),
    tax_paise: lines.reduce((sum, line) => sum + line.tax_paise, 0),
  })
  const ledger = ledgerOf(sums, unfiled, { rate, home: gstin?.slice(0, 2) ?? sums[0]?.home ?? '' })
  return {
    month,
    gstin,
    sections: {
      b2b: ofDocuments('b2b'),
      b2cl: ofDocuments('b2cl'),
      b2cs: ofLines(b2csLines(sums)),
      cdnr: ofDocuments('cdnr'),
      cdnur: ofDocuments('cdnur'),
      hsn: ofLines(hsnLines(sums, hsnIsApartOn(firstDay))),
      docs: { rows: ranges.length, taxable_paise: 0, tax_paise: 0 },
    },
    ledger_taxable_paise: ledger.reduce((sum, one) => sum + one.taxable_paise, 0),
    ledger_tax_paise: ledger.reduce((sum, one) => sum + one.tax_paise, 0),
    differences: describeDifferences(sums, { ledger, unfiled, wrong }),
    notes: [...ranges.flatMap((range) => gapText(range) ?? []), ...describeNotes(unfiled)],
    b2cl_above_paise: b2clAboveOn(firstDay),
    hsn_apart: hsnIsApartOn(firstDay),
  }
}

const total = (sums: readonly TaxSum[], of: 'documents' | 'taxable_paise') => sums.reduce((sum, one) => sum + one[of], 0)
const taxOf = (sums: readonly TaxSum[]) => sums.reduce((sum, one) => sum + one.cgst_paise + one.sgst_paise + one.igst_paise, 0)
