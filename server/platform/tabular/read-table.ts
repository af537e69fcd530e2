import { CsvError } from 'csv-parse/sync'
import { importedBytes } from '#contract/imported-files.ts'
import { type HttpError, invalid } from '#server/platform/errors/errors.ts'
import type { CellLine } from './cells.ts'
import { readCells, readFirstCells, separatorsOf } from './read-cells.ts'
import { readWorkbook, WorkbookError } from './read-workbook.ts'

/** A file that staff import: its text, or a workbook in base64. */
export interface TabularFile {
  text?: string | undefined
  workbook?: string | undefined
}

/** A line of headings, what stands above it, and the lines below. */
export interface Table {
  head: readonly string[]
  above: readonly CellLine[]
  lines: readonly CellLine[]
  delimiter: string
}

/** Where the headings of a table stand. The way to split a text that gives the highest score is taken. */
interface Place {
  index: number
  score: number
}

interface Options {
  /** Finds the headings; an index of -1 when there are none. */
  headingsAt: (lines: readonly CellLine[]) => Place
  /** Lines at the beginning that have the headings among them; all by default. */
  within?: number
  /** Takes quotes inside of a cell as they are. */
  isRelaxed?: boolean
}

export const refusedFile = (message: string): HttpError => invalid(message, { text: [message] })

/**
 * Reads a file as a table below a line of headings: a text that is separated by commas, semicolons or tabs, or a workbook.
 * @returns undefined when no line has the headings
 * @throws HttpError 400 for a file that can't be read, or is too large
 */
export function readTable(file: TabularFile, options: Options): Table | undefined {
  return file.workbook === undefined ? readText(file.text ?? '', options) : readBook(file.workbook, options)
}

function readBook(base64: string, { headingsAt }: Options): Table | undefined {
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length > importedBytes) throw refusedFile('The file is larger than 1 MiB. Please split it.')
  const lines = readLines(bytes)
  if (lines.length === 0) throw refusedFile('The file is empty.')
  return tableAt(lines, headingsAt(lines).index, '\t')
}

function readLines(bytes: Buffer): CellLine[] {
  try {
    return readWorkbook(bytes)
  } catch (error) {
    if (!(error instanceof WorkbookError)) throw error
    throw refusedFile(error.message)
  }
}

function readText(text: string, { headingsAt, within, isRelaxed = false }: Options): Table | undefined {
  if (Buffer.byteLength(text) > importedBytes) throw refusedFile('The file is larger than 1 MiB. Please split it.')
  if (text.includes('\uFFFD')) throw refusedFile('The file is not in UTF-8. Please save it as “CSV UTF-8”.')
  const [best] = separatorsOf(text)
    .map((delimiter) => {
      const lines = readFirstCells(text, { delimiter, relax_quotes: true, ...(within ? { to: within } : {}) })
      const place = headingsAt(lines)
      return { delimiter, ...place, line: lines[place.index]?.line, cells: lines[place.index]?.cells.length ?? 0 }
    })
    .toSorted((one, other) => other.score - one.score || other.cells - one.cells)
  const delimiter = best?.delimiter ?? ','
  const lines = readAll(text, { delimiter, relax_quotes: isRelaxed })
  if (lines.length === 0) throw refusedFile('The file is empty.')
  const index = lines.findIndex(({ line }) => line === best?.line)
  return tableAt(lines, index, delimiter)
}

function readAll(text: string, options: { delimiter: string; relax_quotes: boolean }): CellLine[] {
  try {
    return readCells(text, options)
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const at = 'lines' in error ? String(error.lines) : '1'
    throw refusedFile(`The file can not be read at line ${at}. Please check its quotes and separators.`)
  }
}

function tableAt(lines: readonly CellLine[], index: number, delimiter: string): Table | undefined {
  const head = lines[index]
  return head && { head: head.cells, above: lines.slice(0, index), lines: lines.slice(index + 1), delimiter }
}
