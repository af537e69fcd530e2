import { stringify } from 'csv-stringify/sync'
import { type Column, textOf } from './export-columns.ts'

/**
 * What begins a formula in a spreadsheet. Apostrophes before it count, so that `readCells` takes exactly those away that are added
 * here: a name such as `'-x` gets one more.
 */
const beginsFormula = /^'*[=+\-@\t\r]/

/** Formats lines of RFC 4180. An apostrophe prevents a spreadsheet from running a text as a formula. */
export function csvLines<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const cellOf = (column: Column<Row>, row: Row) => {
    const value = column.value(row)
    const text = textOf(column.kind, value)
    return typeof value === 'number' ? text : safe(text)
  }
  return lines(rows.map((row) => columns.map((column) => cellOf(column, row))))
}

/** The line of the headings. */
export const csvHead = <Row>(columns: readonly Column<Row>[]): string => lines([columns.map(({ heading }) => safe(heading))])

/** Yields a file in parts. Spreadsheets read UTF-8 only with the byte order mark. */
export async function* csvOf<Row>(columns: readonly Column<Row>[], pages: AsyncIterable<readonly Row[]>): AsyncGenerator<string> {
  yield `\ufeff${csvHead(columns)}`
  for await (const rows of pages) yield csvLines(columns, rows)
}

const lines = (cells: string[][]) =>
  stringify(cells, { record_delimiter: 'windows', quote_record_delimiter: true, quoted_match: /'/ })

const safe = (text: string) => (beginsFormula.test(text) ? `'${text}` : text)
