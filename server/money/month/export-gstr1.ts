import type { FastifyRequest } from 'fastify'
import type { Gstr1File } from '#contract/money/staff/month.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { rows, type Statement, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import type { Column } from '#server/platform/http/export-columns.ts'
import type { FileAnswer } from '#server/platform/http/file-answer.ts'
import { serialOf } from '#server/money/invoicing/series.ts'
import { type B2csLine, b2csLines, type HsnLine, hsnLines } from './group-sums.ts'
import { monthFile } from './month-file.ts'
import { monthBegins, monthEnds } from './month-days.ts'
import { readMonthOfTax } from './read-gstr1.ts'
import { type NumberRange, readRanges } from './read-series-of-month.ts'
import { hsnIsApartOn, serviceOf } from './rules.ts'
import { placeOfSupply } from './state-names.ts'
import { creditLines, invoiceLines } from './tax-lines.ts'

/** A tax invoice or a credit note. */
interface DocumentLine {
  id: number
  /** With microseconds, which a Date has not. */
  issued_at: string
  /** `05-Nov-2026`. */
  day: string
  serial: string
  gstin: string | null
  receiver: string
  value_paise: number
  place: string
  rate: number
  taxable_paise: number
}

/** Documents that are held in memory at a time. */
const pageRows = 1000

// Each page begins at its place of the index.
const pageAfter = (
  id: string,
) => `d.issued_at >= coalesce($3::timestamptz, ${monthBegins('$1')}) and d.issued_at < ${monthEnds('$1')}
       and (d.issued_at, ${id}) > (coalesce($3::timestamptz, '-infinity'), $4::bigint)`
const columnsOfPage = `select id, issued_at::text as issued_at, to_char(issued_at at time zone 'Asia/Kolkata', 'DD-Mon-YYYY') as day, serial, gstin,
     receiver, value_paise, place, rate::float8 as rate, taxable_paise`
const invoicesOfSection = statement<DocumentLine>(
  'invoices_of_section',
  `with lines as not materialized ${invoiceLines(pageAfter('d.id * 4'))}
   ${columnsOfPage} from lines where section = $2 order by issued_at, id limit ${pageRows}`,
)
const creditsOfSection = statement<DocumentLine>(
  'credits_of_section',
  `with lines as not materialized ${creditLines(pageAfter('d.id * 4 + 1'))}
   ${columnsOfPage} from lines where section = $2 order by issued_at, id limit ${pageRows}`,
)

async function* documentsOf(
  deps: Pick<Deps, 'db'>,
  query: Statement<DocumentLine>,
  { firstDay, section }: { firstDay: string; section: string },
): AsyncGenerator<DocumentLine[]> {
  let after: Pick<DocumentLine, 'issued_at' | 'id'> | undefined
  for (;;) {
    const page = await rows(deps.db, query, [firstDay, section, after?.issued_at ?? null, after?.id ?? 0])
    yield page
    after = page.at(-1)
    if (page.length < pageRows) return
  }
}

const text = <Row>(heading: string, value: (row: Row) => unknown): Column<Row> => ({ heading, kind: 'text', value })
const rupees = <Row>(heading: string, value: (row: Row) => number): Column<Row> => ({ heading, kind: 'rupees', value })
const number = <Row>(heading: string, value: (row: Row) => number): Column<Row> => ({ heading, kind: 'number', value })
/** A reduced rate, a cess and an operator of e-commerce: a school of courses has none. */
const reduced = <Row>() => text<Row>('Applicable % of Tax Rate', () => '')
const cess = <Row>() => rupees<Row>('Cess Amount', () => 0)
const operator = <Row>() => text<Row>('E-Commerce GSTIN', () => '')
const rate = <Row extends { rate: number }>() => number<Row>('Rate', (row) => row.rate)
const taxable = <Row extends { taxable_paise: number }>() => rupees<Row>('Taxable Value', (row) => row.taxable_paise)
const place = <Row extends { place: string }>() => text<Row>('Place Of Supply', (row) => placeOfSupply(row.place))

type Columns = readonly Column<DocumentLine>[]
const recipient: Columns = [
  text('GSTIN/UIN of Recipient', ({ gstin }) => gstin),
  text('Receiver Name', ({ receiver }) => receiver),
]
const invoice: Columns = [
  text('Invoice Number', ({ serial }) => serial),
  text('Invoice date', ({ day }) => day),
  rupees('Invoice Value', ({ value_paise: paise }) => paise),
  place(),
]
const note: Columns = [
  text('Note Number', ({ serial }) => serial),
  text('Note Date', ({ day }) => day),
  text('Note Type', () => 'C'),
  place(),
]
const noteValue: Columns = [rupees('Note Value', ({ value_paise: paise }) => paise), reduced(), rate(), taxable(), cess()]
const reverse: Columns = [text('Reverse Charge', () => 'N')]

const b2bColumns: Columns = [
  ...recipient,
  ...invoice,
  ...reverse,
  reduced(),
  text('Invoice Type', () => 'Regular B2B'),
  operator(),
  rate(),
  taxable(),
  cess(),
]
const b2clColumns: Columns = [...invoice, reduced(), rate(), taxable(), cess(), operator()]
const cdnrColumns: Columns = [...recipient, ...note, ...reverse, text('Note Supply Type', () => 'Regular B2B'), ...noteValue]
const cdnurColumns: Columns = [text('UR Type', () => 'B2CL'), ...note, ...noteValue]
const b2csColumns: readonly Column<B2csLine>[] = [
  text('Type', () => 'OE'),
  place(),
  reduced(),
  rate(),
  taxable(),
  cess(),
  operator(),
]
const hsnColumns: readonly Column<HsnLine>[] = [
  text('HSN', ({ sac }) => sac),
  text('Description', ({ sac }) => serviceOf(sac)),
  text('UQC', () => 'OTH-OTHERS'),
  number('Total Quantity', ({ quantity }) => quantity),
  rupees('Total Value', ({ value_paise: paise }) => paise),
  rate(),
  taxable(),
  rupees('Integrated Tax Amount', ({ igst_paise: paise }) => paise),
  rupees('Central Tax Amount', ({ cgst_paise: paise }) => paise),
  rupees('State/UT Tax Amount', ({ sgst_paise: paise }) => paise),
  cess(),
]
const natures = { receipt: 'Invoices for outward supply', credit_note: 'Credit Note' } as const
const docsColumns: readonly Column<NumberRange>[] = [
  text('Nature of Document', ({ series }) => natures[series]),
  text('Sr. No. From', (range) => serialOf(range.series, { ...range, number: range.first })),
  text('Sr. No. To', (range) => serialOf(range.series, { ...range, number: range.last })),
  number('Total Number', ({ total }) => total),
  number('Cancelled', () => 0),
]

/**
 * Returns one section of GSTR-1 as the file of the offline tool, streamed.
 * @throws HttpError 400 for a month that has not begun, 409 for a school that files no GSTR-1
 */
export async function exportGstr1(
  deps: Deps,
  staff: Staff,
  { month, section, request }: { month: string; section: Gstr1File; request: Pick<FastifyRequest, 'method'> },
): Promise<FileAnswer> {
  const { firstDay, sums } = await readMonthOfTax(deps, month)
  const attachment = `gstr1-${month}-${section.replace('_', '-')}.csv`
  const answer = <Row>(columns: readonly Column<Row>[], pages: AsyncGenerator<readonly Row[]>) =>
    monthFile(deps, staff, { list: 'tax-return', filter: { month, section }, attachment, columns, pages, request })
  const document = (query: Statement<DocumentLine>, columns: Columns) =>
    answer(columns, documentsOf(deps, query, { firstDay, section }))
  const lines = <Row>(columns: readonly Column<Row>[], found: readonly Row[]) => answer(columns, asPages(found))
  const hsn = (buyers?: HsnLine['buyers']) =>
    hsnLines(sums, buyers !== undefined || hsnIsApartOn(firstDay)).filter(
      (line) => buyers === undefined || line.buyers === buyers,
    )
  switch (section) {
    case 'b2b':
      return document(invoicesOfSection, b2bColumns)
    case 'b2cl':
      return document(invoicesOfSection, b2clColumns)
    case 'cdnr':
      return document(creditsOfSection, cdnrColumns)
    case 'cdnur':
      return document(creditsOfSection, cdnurColumns)
    case 'b2cs':
      return lines(b2csColumns, b2csLines(sums))
    case 'hsn':
      return lines(hsnColumns, hsn())
    case 'hsn_b2b':
      return lines(hsnColumns, hsn('b2b'))
    case 'hsn_b2c':
      return lines(hsnColumns, hsn('b2c'))
    case 'docs':
      return lines(docsColumns, await readRanges(deps.db, firstDay))
  }
}

async function* asPages<Row>(found: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield found
}
