import { CsvError, parse } from 'csv-parse/sync'
import { type CellLine, cleanCell } from './cells.ts'

interface Options {
  delimiter: string
  relax_quotes?: boolean
}

/** Excel names the separator of a file in a first line of its own. */
const separatorLine = /^(\uFEFF?)"?sep=([,;\t|])"?(?=[\r\n])/i

/** Returns the separators that a file can have: a spreadsheet saves commas or semicolons by its language, and copies tabs. */
export function separatorsOf(text: string): readonly string[] {
  const named = separatorLine.exec(text)?.[2]
  return named === undefined ? [',', ';', '\t'] : [named]
}

/**
 * Splits a file into the cells of its lines. Empty lines are left out.
 * @throws CsvError of csv-parse when the quotes do not fit, or a line is too long
 */
export function readCells(text: string, options: Options): CellLine[] {
  const lines: CellLine[] = []
  readInto(lines, text, options)
  return lines
}

/** Returns the first lines of a file, up to one that can not be read. */
export function readFirstCells(text: string, options: Options & { to?: number }): CellLine[] {
  const lines: CellLine[] = []
  try {
    readInto(lines, text, options)
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
  }
  return lines
}

function readInto(lines: CellLine[], text: string, options: Options & { to?: number }): void {
  parse(text.replace(separatorLine, '$1'), {
    ...options,
    bom: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    trim: true,
    relax_column_count: true,
    skip_records_with_empty_values: true,
    max_record_size: 20_000,
    on_record(cells: string[], context) {
      const cleaned = cells.map(cleanCell)
      if (cleaned.some((cell) => cell !== '')) lines.push({ line: context.lines, cells: cleaned })
      return null
    },
  })
}
