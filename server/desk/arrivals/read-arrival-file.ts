import { arrivalColumns, type ArrivalKind, arrivalKindNames, arrivalLimits } from '#contract/desk/staff/arrivals.ts'
import { invalid } from '#server/platform/errors/errors.ts'
import { withoutApostrophe } from '#server/platform/tabular/cells.ts'
import { assertMapping, columnFinder, columnsKnown, type MappingOf, quoted } from '#server/platform/tabular/headings.ts'
import { type HeadedTable, readHeadedTable } from '#server/platform/tabular/read-headed-table.ts'
import { refusedFile, type TabularFile } from '#server/platform/tabular/read-table.ts'
import type { Cells } from './kind.ts'
import { kinds } from './kinds.ts'

export type Mapping = MappingOf<string>
export type Heading = { heading: string; column: string | null }

/** Characters of a cell that are stored. A longer one is cut where its rule has no limit of its own below it. */
const cellLength = 6000

const finders = Object.fromEntries(Object.entries(kinds).map(([kind, { words }]) => [kind, columnFinder(words)])) as Record<
  ArrivalKind,
  (heading: string) => string | null
>
const namesOf = (kind: ArrivalKind): Readonly<Record<string, string>> => arrivalColumns[kind].names

/** @throws HttpError 400 for a file that can't be read, or is too large */
export const readArrivalFile = (kind: ArrivalKind, file: TabularFile, mapping?: Mapping): HeadedTable =>
  readHeadedTable(file, {
    known: (cells) => columnsKnown(cells, finders[kind], mapping),
    most: arrivalLimits[kind],
    what: arrivalKindNames[kind].toLowerCase(),
  })

/** Which column each heading names: as a person said, else as it is guessed. Of two that look alike the first is taken. */
export function readColumns(kind: ArrivalKind, { headings }: HeadedTable, mapping: Mapping = {}): (Heading | null)[] {
  const taken = new Set(Object.values(mapping))
  return headings.map((heading) => {
    if (heading === null) return null
    const said = Object.hasOwn(mapping, heading)
    const guess = said ? (mapping[heading] ?? null) : finders[kind](heading)
    const column = guess === null || (!said && taken.has(guess)) ? null : guess
    if (column !== null) taken.add(column)
    return { heading, column }
  })
}

/** Refuses columns with which a file can't be used. @throws HttpError 400 */
export function assertColumns(
  kind: ArrivalKind,
  { headings }: HeadedTable,
  read: readonly (Heading | null)[],
  mapping: Mapping,
): void {
  assertMapping(headings, mapping)
  const names = namesOf(kind)
  const unknown = read.find((one) => one !== null && one.column !== null && !Object.hasOwn(names, one.column))
  if (unknown) {
    const message = `Files of ${arrivalKindNames[kind].toLowerCase()} have no column “${unknown.column}”.`
    throw invalid(message, { mapping: [message] })
  }
  const headingsOf = (column: string) => read.flatMap((one) => (one?.column === column ? [one.heading] : []))
  for (const column of Object.keys(names)) {
    const twice = headingsOf(column)
    if (twice.length > 1)
      throw refusedFile(`The columns ${quoted(twice)} are both “${names[column]}”. Please choose one of them.`)
  }
  for (const group of arrivalColumns[kind].needed) {
    if (group.some((column) => headingsOf(column).length > 0)) continue
    const wanted = group.map((column) => `“${names[column]}”`).join(' or ')
    throw refusedFile(
      `No column is ${wanted}. Is this a file of ${arrivalKindNames[kind].toLowerCase()}? Then choose the column.`,
    )
  }
}

/** The lines by column. */
export function linesOf({ lines }: HeadedTable, read: readonly (Heading | null)[]): { line: number; cells: Cells }[] {
  return lines.map(({ line, cells }) => ({
    line,
    cells: Object.fromEntries(
      read.flatMap((one, index) => {
        const cell = withoutApostrophe(cells[index] ?? '').slice(0, cellLength)
        return one?.column && cell !== '' ? [[one.column, cell]] : []
      }),
    ),
  }))
}
