import { type ImportColumn, importLimits, type ReadHeading } from '#contract/desk/staff/imports.ts'
import { type CellLine, plainValue } from '#server/platform/tabular/cells.ts'
import { readTable, refusedFile as refused, type TabularFile } from '#server/platform/tabular/read-table.ts'
import { assertMapping, knownIn, type Mapping, nameHeadings, readHeadings, refuseHeadings } from './read-headings.ts'
import { type TypedRow, typedRow } from './typed-row.ts'

/** Lines among which the headings are looked for. */
const headingLines = 20

/** The columns and lines of a file before it is said what they mean. */
interface ReadFile {
  /** Null for a column without anything in it, such as a spreadsheet gives at the end. */
  headings: (string | null)[]
  lines: readonly CellLine[]
}

/** Reads a table below a line of headings. A title may stand above them. @throws HttpError 400 for a file that is none, or is too large */
export function readFile(file: TabularFile, mapping?: Mapping): ReadFile {
  const table = readTable(file, { headingsAt: (lines) => bestHead(lines, mapping), within: headingLines })
  if (!table) throw refused('The file is empty.')
  const { head, lines } = table
  if (lines.length === 0) throw refused('The file has no students below its first line.')
  if (lines.length > importLimits.rows) {
    throw refused(`The file has ${lines.length} students. Please split it: ${importLimits.rows} are the most.`)
  }
  const wide = lines.find(({ cells }) => cells.length > head.length)
  if (wide) {
    throw refused(`Line ${wide.line} has more cells than the first line. Put quotes around a cell with a separator in it.`)
  }
  return { headings: nameHeadings(head, lines), lines }
}

/** The first of the lines with the most known headings. */
function bestHead(lines: readonly CellLine[], mapping: Mapping | undefined) {
  const scores = lines.slice(0, headingLines).map(({ cells }) => knownIn(cells, mapping))
  const score = Math.max(0, ...scores)
  return { index: scores.indexOf(score), score }
}

interface Meaning {
  mapping?: Mapping | undefined
  guessesPayments: boolean
  /** The batch of all lines. */
  batchId: number | null
  /** The title of the course of all lines. */
  course: string | null
}

/** Returns the columns as they were understood, and the lines as they were typed. @throws HttpError 400 */
export function parseFile({ headings, lines }: ReadFile, meaning: Meaning): { headings: ReadHeading[]; rows: TypedRow[] } {
  assertMapping(headings, meaning.mapping ?? {})
  const read = readHeadings(headings, meaning)
  const refusal = refuseHeadings(read)
  if (refusal !== null) throw refused(refusal)
  const columns = read.map((heading) => heading?.column ?? null)
  const rows = lines.map(({ line, cells }) => {
    const cellOf = (column: ImportColumn) => cells[columns.indexOf(column)] ?? ''
    const name = cellOf('name') || `${cellOf('first_name')} ${cellOf('last_name')}`.trim()
    const batch = batchOf({ batch: plainValue(cellOf('batch')), course: cellOf('course'), day: cellOf('starts_on') }, meaning)
    return typedRow({ line, ...cellsOf(cellOf), name, batch })
  })
  return { headings: read.filter((heading) => heading !== null), rows }
}

const cellsOf = (cellOf: (column: ImportColumn) => string) => ({
  email: cellOf('email'),
  phone: cellOf('phone'),
  amount: cellOf('amount'),
  method: cellOf('method'),
  reference: cellOf('reference'),
  received_on: cellOf('received_on'),
})

/** The text of a batch: its number, or its course and first day. */
function batchOf(cells: { batch: string; course: string; day: string }, { batchId, course }: Meaning): string {
  if (batchId !== null) return String(batchId)
  if (/^\d+$/.test(cells.batch)) return cells.batch
  return [cells.course || course, cells.batch, cells.day].filter(Boolean).join(', ')
}
