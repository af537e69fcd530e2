import type { importCells } from '#contract/desk/staff/imports.ts'
import { plainValue, withoutApostrophe } from '#server/platform/tabular/cells.ts'

/** A line of a file as it was typed. */
export type TypedRow = { line: number } & Record<(typeof importCells)[number], string>

/** Characters of a cell that are stored. A longer one is a problem in any case. */
const cellLength = 300

/** Returns a line without what spreadsheets leave in its values. */
export function typedRow(row: TypedRow): TypedRow {
  const text = (cell: string) => withoutApostrophe(cell).slice(0, cellLength)
  const value = (cell: string) => plainValue(cell).slice(0, cellLength)
  return {
    line: row.line,
    name: text(row.name),
    email: value(row.email),
    phone: value(row.phone),
    batch: value(row.batch),
    amount: value(row.amount),
    method: text(row.method),
    reference: value(row.reference),
    received_on: text(row.received_on),
  }
}
