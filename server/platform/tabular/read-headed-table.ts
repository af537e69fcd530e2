import type { CellLine } from './cells.ts'
import { nameHeadings } from './headings.ts'
import { readTable, refusedFile as refused, type TabularFile } from './read-table.ts'

/** Lines among which the headings are looked for. */
const headingLines = 20

/** The columns and lines of a file before it is said what they mean. */
export interface HeadedTable {
  /** Null for a column without anything in it, such as a spreadsheet gives at the end. */
  headings: (string | null)[]
  lines: readonly CellLine[]
}

interface Expected {
  /** How many columns a line of headings names. */
  known: (cells: readonly string[]) => number
  /** Lines below the headings. */
  most: number
  /** What a line is, in the plural. */
  what: string
}

/** Reads a table below a line of headings. A title may stand above them. @throws HttpError 400 for a file that is none, or is too large */
export function readHeadedTable(file: TabularFile, { known, most, what }: Expected): HeadedTable {
  const bestHead = (lines: readonly CellLine[]) => {
    const scores = lines.slice(0, headingLines).map(({ cells }) => known(cells))
    const score = Math.max(0, ...scores)
    return { index: scores.indexOf(score), score }
  }
  const table = readTable(file, { headingsAt: bestHead, within: headingLines })
  if (!table) throw refused('The file is empty.')
  const { head, lines } = table
  if (lines.length === 0) throw refused(`The file has no ${what} below its first line.`)
  if (lines.length > most) throw refused(`The file has ${lines.length} ${what}. Please split it: ${most} are the most.`)
  const wide = lines.find(({ cells }) => cells.length > head.length)
  if (wide) {
    throw refused(`Line ${wide.line} has more cells than the first line. Put quotes around a cell with a separator in it.`)
  }
  return { headings: nameHeadings(head, lines), lines }
}
