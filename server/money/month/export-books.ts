import type { FastifyRequest } from 'fastify'
import { schoolState } from '#contract/indian-states.ts'
import type { Book } from '#contract/money/staff/month.ts'
import { paymentMethodNames } from '#contract/money/staff/payments.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import type { Queryable } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { csvHead, csvLines } from '#server/platform/http/csv.ts'
import type { Column } from '#server/platform/http/export-columns.ts'
import type { FileAnswer } from '#server/platform/http/file-answer.ts'
import { readSiteSettings, readTallyNames } from '#server/platform/settings/site-settings.ts'
import {
  type FeeLine,
  feesOf,
  type RefundLine,
  refundsOf,
  type SaleLine,
  salesOf,
  type UnsoldLine,
  unsoldOf,
  type Way,
} from './book-lines.ts'
import { assertBegun, firstDayOf } from './month-days.ts'
import { loggedFile } from './month-file.ts'
import { storePrinted } from './read-gstr1.ts'
import { placeOfSupply } from './state-names.ts'
import {
  type Books,
  feeVouchers,
  refundVouchers,
  saleVouchers,
  tallyEnd,
  tallyHead,
  unsoldVouchers,
  voucherXml,
} from './tally.ts'

const text = <Row>(heading: string, value: (row: Row) => unknown): Column<Row> => ({ heading, kind: 'text', value })
const rupees = <Row>(heading: string, value: (row: Row) => number | null): Column<Row> => ({ heading, kind: 'rupees', value })
const wayName = (way: Way) => (way === 'online' ? 'Online' : paymentMethodNames[way])

const taxes = <Row extends Pick<SaleLine, 'rate' | 'taxable_paise' | 'cgst_paise' | 'sgst_paise' | 'igst_paise'>>() =>
  [
    { heading: 'Rate', kind: 'number', value: (row: Row) => row.rate },
    rupees('Taxable value', (row: Row) => row.taxable_paise),
    rupees('CGST', (row: Row) => row.cgst_paise),
    rupees('SGST', (row: Row) => row.sgst_paise),
    rupees('IGST', (row: Row) => row.igst_paise),
  ] satisfies Column<Row>[]

const salesColumns: readonly Column<SaleLine>[] = [
  text('Date', ({ day }) => day),
  text('Invoice', ({ serial }) => serial),
  text('Student', ({ student }) => student),
  text('Company', ({ company }) => company),
  text('GSTIN', ({ gstin }) => gstin),
  text('Place of supply', ({ place }) => place && placeOfSupply(place)),
  ...taxes<SaleLine>(),
  rupees('Amount', ({ amount_paise: paise }) => paise),
]
type ReceiptLine = Pick<UnsoldLine, 'day' | 'student' | 'amount_paise' | 'provider_payment_id' | 'way'> &
  Partial<Pick<SaleLine, 'serial' | 'reference'>>
const receiptColumns: readonly Column<ReceiptLine>[] = [
  text('Date', ({ day }) => day),
  text('Payment', ({ provider_payment_id: id }) => id),
  text('Invoice', ({ serial }) => serial),
  text('Student', ({ student }) => student),
  text('Received by', ({ way }) => wayName(way)),
  text('Reference', ({ reference }) => reference),
  rupees('Amount', ({ amount_paise: paise }) => paise),
]
const noteNames = {
  credit_note: 'Credit note',
  financial_credit_note: 'Financial credit note',
  refund_note: 'Refund note',
  voucher: 'Refund voucher',
} as const
const refundColumns: readonly Column<RefundLine>[] = [
  text('Date', ({ day }) => day),
  text('Note', ({ serial }) => serial),
  text('Kind', ({ kind }) => noteNames[kind]),
  text('Against invoice', ({ receipt }) => receipt),
  text('Student', ({ student }) => student),
  ...taxes<RefundLine>(),
  rupees('Amount', ({ amount_paise: paise }) => paise),
  text('Paid back by', ({ way }) => wayName(way)),
  text('Payment', ({ provider_payment_id: id }) => id),
  text('Refund', ({ provider_refund_id: id }) => id),
]
const feeColumns: readonly Column<FeeLine>[] = [
  text('Date', ({ day }) => day),
  text('Settlement', ({ settlement_id: id }) => id),
  text('UTR', ({ utr }) => utr),
  rupees('Fee', ({ fee_paise: paise }) => paise),
  rupees('Tax on the fee', ({ tax_paise: paise }) => paise),
  rupees('Paid out', ({ amount_paise: paise }) => paise),
]

type Asked = { month: string; request: Pick<FastifyRequest, 'method'> }

async function begin(deps: Deps, month: string): Promise<string> {
  await assertBegun(deps, month)
  const firstDay = firstDayOf(month)
  await storePrinted(deps.db, firstDay)
  return firstDay
}

/** Returns one of the books of a month as CSV, streamed. @throws HttpError 400 for a month that has not begun */
export async function exportBook(
  deps: Deps,
  staff: Staff,
  { month, book, request }: Asked & { book: Book },
): Promise<FileAnswer> {
  const firstDay = await begin(deps, month)
  const file = <Row>(columns: readonly Column<Row>[], pages: AsyncGenerator<readonly Row[]>) =>
    loggedFile(deps, staff, {
      list: 'books',
      filter: { month, book },
      attachment: `${book}-${month}.csv`,
      pages,
      request,
      // Spreadsheets read UTF-8 only with the byte order mark.
      head: `\ufeff${csvHead(columns)}`,
      write: (lines) => csvLines(columns, lines),
    })
  switch (book) {
    case 'sales':
      return file(salesColumns, salesOf(deps.db, firstDay))
    case 'receipts':
      return file(receiptColumns, receiptsOf(deps.db, firstDay))
    case 'refunds':
      return file(refundColumns, refundsOf(deps.db, firstDay))
    case 'fees':
      return file(feeColumns, feesOf(deps.db, firstDay))
  }
}

async function* receiptsOf(db: Queryable, firstDay: string): AsyncGenerator<readonly ReceiptLine[]> {
  yield* salesOf(db, firstDay)
  yield* unsoldOf(db, firstDay)
}

/** Returns all books of a month as vouchers of Tally, streamed. @throws HttpError 400 for a month that has not begun */
export async function exportTally(deps: Deps, staff: Staff, { month, request }: Asked): Promise<FileAnswer> {
  const firstDay = await begin(deps, month)
  const [settings, names] = await Promise.all([readSiteSettings(deps), readTallyNames(deps)])
  return loggedFile(deps, staff, {
    list: 'books',
    filter: { month, book: 'tally' },
    attachment: `tally-${month}.xml`,
    pages: vouchersOf(deps.db, firstDay, { names, home: schoolState(settings) }),
    request,
    head: tallyHead,
    write: (vouchers) => vouchers.map(voucherXml).join(''),
    end: tallyEnd,
  })
}

async function* vouchersOf(db: Queryable, firstDay: string, books: Books) {
  for await (const page of salesOf(db, firstDay)) yield page.flatMap((line) => saleVouchers(line, books))
  for await (const page of unsoldOf(db, firstDay)) yield page.flatMap((line) => unsoldVouchers(line, books))
  for await (const page of refundsOf(db, firstDay)) yield page.flatMap((line) => refundVouchers(line, books))
  for await (const page of feesOf(db, firstDay)) yield page.flatMap((line) => feeVouchers(line, books))
}
