import { CsvError } from 'csv-parse/sync'
import { type importColumns, importLimits, type ReadHeading } from '#contract/desk/staff/imports.ts'
import { type HttpError, invalid } from '#server/platform/errors/errors.ts'
import { type CellLine, readCells, readFirstCells, separatorsOf, withoutDecimals } from '#server/platform/text/read-cells.ts'
import { readHeadings, refuseHeadings } from './read-headings.ts'

/** A line of a file as it was typed. */
export interface TypedRow {
  line: number
  name: string
  email: string
  phone: string
  batch: string
}
/** Characters of a cell that are stored. A longer one is a problem in any case. */
const cellLength = 300

const refused = (message: string): HttpError => invalid(message, { text: [message] })

/** What is in a file: its columns as they were understood, and its lines. */
interface ParsedFile {
  headings: ReadHeading[]
  rows: TypedRow[]
}

/** Reads a table below a line of headings. A title may stand above them. @throws HttpError 400 for a file that is none, or is too large */
export function parseFile(text: string): ParsedFile {
  if (Buffer.byteLength(text) > importLimits.bytes) throw refused('The file is larger than 1 MiB. Please split it.')
  if (text.includes('\uFFFD')) throw refused('The file is not in UTF-8. Please save it as “CSV UTF-8”.')
  const [head, ...lines] = read(text)
  if (!head) throw refused('The file is empty.')
  const headings = readHeadings(head.cells)
  const refusal = refuseHeadings(headings)
  if (refusal !== null) throw refused(refusal)
  if (lines.length === 0) throw refused('The file has no students below its first line.')
  if (lines.length > importLimits.rows) {
    throw refused(`The file has ${lines.length} students. Please split it: ${importLimits.rows} are the most.`)
  }
  const columns = headings.map(({ column }) => column)
  const rows = lines.map(({ line, cells }) => {
    if (cells.length > columns.length) {
      throw refused(`Line ${line} has more cells than the first line. Put quotes around a cell with a separator in it.`)
    }
    const cellOf = (column: Column) => (cells[columns.indexOf(column)] ?? '').slice(0, cellLength)
    const [phone, batch] = [withoutDecimals(cellOf('phone')), withoutDecimals(cellOf('batch'))]
    return { line, name: cellOf('name'), email: cellOf('email'), phone, batch }
  })
  // A spreadsheet gives empty columns at the end.
  return { headings: headings.filter(({ heading }) => heading !== ''), rows }
}

type Column = (typeof importColumns)[number]
/** Lines among which the headings are looked for. */
const headingLines = 20

/** Splits the file at the separator that gives the most known headings, and leaves out what stands above these. */
function read(text: string): CellLine[] {
  const found = separatorsOf(text).map((delimiter) => ({ delimiter, ...findHeadings(text, delimiter) }))
  const [best] = found.toSorted((one, other) => other.known - one.known || other.cells - one.cells)
  try {
    const lines = readCells(text, { delimiter: best?.delimiter ?? ',' })
    return lines.slice(
      Math.max(
        0,
        lines.findIndex(({ line }) => line === best?.line),
      ),
    )
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const at = 'lines' in error ? String(error.lines) : '1'
    throw refused(`The file can not be read at line ${at}. Please check its quotes and separators.`)
  }
}

/** Returns the first of the lines with the most known headings. */
function findHeadings(text: string, delimiter: string): { line: number; known: number; cells: number } {
  const lines = readFirstCells(text, { delimiter, relax_quotes: true, to: headingLines }).map(({ line, cells }) => {
    const columns = readHeadings(cells).map(({ column }) => column)
    return { line, known: new Set(columns.filter((column) => column !== null)).size, cells: cells.length }
  })
  return lines.toSorted((one, other) => other.known - one.known)[0] ?? { line: 1, known: 0, cells: 0 }
}
