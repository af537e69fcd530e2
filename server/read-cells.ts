import { parse } from 'csv-parse/sync'

/** A line of a file with separators. */
export interface CellLine {
  /** Its number in the file, from 1. */
  line: number
  cells: readonly string[]
}

/**
 * Splits a file into the cells of its lines. Empty lines are left out.
 * @throws CsvError of csv-parse when the quotes do not fit, or a line is too long
 */
export function readCells(text: string, options: { delimiter: string; relax_quotes?: boolean }): CellLine[] {
  const lines: CellLine[] = []
  parse(text, {
    ...options,
    bom: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    trim: true,
    relax_column_count: true,
    skip_records_with_empty_values: true,
    max_record_size: 20_000,
    on_record(cells: string[], context) {
      lines.push({ line: context.lines, cells })
      return null
    },
  })
  return lines
}
