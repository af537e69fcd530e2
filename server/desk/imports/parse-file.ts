import { type ImportColumn, importLimits, type ReadHeading } from '#contract/desk/staff/imports.ts'
import { plainValue } from '#server/platform/tabular/cells.ts'
import { assertMapping } from '#server/platform/tabular/headings.ts'
import { type HeadedTable, readHeadedTable } from '#server/platform/tabular/read-headed-table.ts'
import { refusedFile as refused, type TabularFile } from '#server/platform/tabular/read-table.ts'
import { knownIn, type Mapping, readHeadings, refuseHeadings } from './read-headings.ts'
import { type TypedRow, typedRow } from './typed-row.ts'

/** Reads a table of students. @throws HttpError 400 for a file that is none, or is too large */
export const readFile = (file: TabularFile, mapping?: Mapping): HeadedTable =>
  readHeadedTable(file, { known: (cells) => knownIn(cells, mapping), most: importLimits.rows, what: 'students' })

interface Meaning {
  mapping?: Mapping | undefined
  guessesPayments: boolean
  /** The batch of all lines. */
  batchId: number | null
  /** The title of the course of all lines. */
  course: string | null
}

/** Returns the columns as they were understood, and the lines as they were typed. @throws HttpError 400 */
export function parseFile({ headings, lines }: HeadedTable, meaning: Meaning): { headings: ReadHeading[]; rows: TypedRow[] } {
  assertMapping(headings, meaning.mapping ?? {})
  const read = readHeadings(headings, meaning)
  const refusal = refuseHeadings(read, { isOfBatches: meaning.batchId !== null || meaning.course !== null })
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
