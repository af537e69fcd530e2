import { type importCells, type importColumns, importLimits, type ReadHeading } from '#contract/desk/staff/imports.ts'
import { type CellLine, plainValue, withoutApostrophe } from '#server/platform/tabular/cells.ts'
import { readTable, refusedFile as refused, type Table, type TabularFile } from '#server/platform/tabular/read-table.ts'
import { readHeadings, refuseHeadings } from './read-headings.ts'

/** A line of a file as it was typed. */
export type TypedRow = { line: number } & Record<(typeof importCells)[number], string>

/** Characters of a cell that are stored. A longer one is a problem in any case. */
const cellLength = 300
/** Lines among which the headings are looked for. */
const headingLines = 20

/** What is in a file: its columns as they were understood, and its lines. */
interface ParsedFile {
  headings: ReadHeading[]
  rows: TypedRow[]
}

/** Reads a table below a line of headings. A title may stand above them. @throws HttpError 400 for a file that is none, or is too large */
export function parseFile(file: TabularFile): ParsedFile {
  const { head, lines } = readStudents(file)
  const headings = readHeadings(head)
  const refusal = refuseHeadings(headings)
  if (refusal !== null) throw refused(refusal)
  const columns = headings.map(({ column }) => column)
  const rows = lines.map(({ line, cells }) => {
    const cellOf = (column: Column) => (cells[columns.indexOf(column)] ?? '').slice(0, cellLength)
    const name = cellOf('name') || `${cellOf('first_name')} ${cellOf('last_name')}`.trim()
    return {
      line,
      name: withoutApostrophe(name),
      email: plainValue(cellOf('email')),
      phone: plainValue(cellOf('phone')),
      batch: plainValue(cellOf('batch')),
    }
  })
  // A spreadsheet gives empty columns at the end.
  return { headings: headings.filter(({ heading }) => heading !== ''), rows }
}

type Column = (typeof importColumns)[number]

/** Finds the headings, and the students below them. */
function readStudents(file: TabularFile): Table {
  const table = readTable(file, { headingsAt: bestHead, within: headingLines })
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
  return table
}

/** The first of the lines with the most known headings. */
function bestHead(lines: readonly CellLine[]) {
  const scores = lines.slice(0, headingLines).map(({ cells }) => {
    const columns = readHeadings(cells).map(({ column }) => column)
    return new Set(columns.filter((column) => column !== null)).size
  })
  const score = Math.max(0, ...scores)
  return { index: scores.indexOf(score), score }
}
