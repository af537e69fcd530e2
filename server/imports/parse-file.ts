import { CsvError } from 'csv-parse/sync'
import { importColumns, importLimits } from '#contract/staff/imports.ts'
import { type HttpError, invalid } from '../errors.ts'
import { type CellLine, readCells } from '../read-cells.ts'

/** A line of a file as it was typed. */
export interface TypedRow {
  line: number
  name: string
  email: string
  phone: string
  batch: string
}
type Column = (typeof importColumns)[number]

/** Columns of the file with problems, which a person corrects and checks again. */
const ignored: readonly string[] = ['line', 'problem']
/** Characters of a cell that are stored. A longer one is a problem in any case. */
const cellLength = 300

const refused = (message: string): HttpError => invalid(message, { text: [message] })

/** Reads a CSV with a first line of column names. @throws HttpError 400 for a file that is not one, or is too large */
export function parseFile(text: string): TypedRow[] {
  if (Buffer.byteLength(text) > importLimits.bytes) throw refused('The file is larger than 1 MiB. Please split it.')
  if (text.includes('\uFFFD')) throw refused('The file is not in UTF-8. Please save it as “CSV UTF-8”.')
  const [head, ...lines] = read(text)
  if (!head) throw refused('The file is empty.')
  const columns = readColumns(head.cells)
  if (lines.length === 0) throw refused('The file has no students below its first line.')
  if (lines.length > importLimits.rows) {
    throw refused(`The file has ${lines.length} students. Please split it: ${importLimits.rows} are the most.`)
  }
  return lines.map(({ line, cells }) => {
    if (cells.length > columns.length) {
      throw refused(`Line ${line} has more cells than the first line. Put quotes around a cell with a separator in it.`)
    }
    const cellOf = (column: Column) => (cells[columns.indexOf(column)] ?? '').slice(0, cellLength)
    return { line, name: cellOf('name'), email: cellOf('email'), phone: cellOf('phone'), batch: cellOf('batch') }
  })
}

function read(text: string): CellLine[] {
  const [first = ''] = text.split(/\r?\n|\r/, 1)
  try {
    return readCells(text, { delimiter: first.split(';').length > first.split(',').length ? ';' : ',' })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const at = 'lines' in error ? String(error.lines) : '1'
    throw refused(`The file can not be read at line ${at}. Please check its quotes and separators.`)
  }
}

function readColumns(head: readonly string[]): string[] {
  const columns = head.map((name) => name.toLowerCase())
  const unknown = columns.find((name) => ![...importColumns, ...ignored].includes(name))
  if (unknown !== undefined) {
    throw refused(`The column “${unknown.slice(0, 60)}” is not known. The first line names ${importColumns.join(', ')}.`)
  }
  const repeated = columns.find((name, index) => columns.indexOf(name) !== index)
  if (repeated !== undefined) throw refused(`The column “${repeated}” stands twice in the first line.`)
  const missing = (['name', 'email'] as const).find((name) => !columns.includes(name))
  if (missing !== undefined) throw refused(`The column “${missing}” is missing in the first line.`)
  return columns
}
