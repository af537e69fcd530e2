import { type Statement, statement } from './db/query.ts'

type Plain = string | number | boolean | null
/** One row of an exported part: plain values and instants. */
export type ExportedRow = Record<string, Plain | Date>

/** What a feature's tables hold about people, how it is exported and how it is erased. */
export interface PersonalData {
  /** By the name of the part in the export. Parameter: the account's id, or a proven address of it. */
  exports: {
    account?: Record<string, Statement<ExportedRow>>
    address?: Record<string, Statement<ExportedRow>>
  }
  /** In this order, within the features' order. The caller holds the locks of the addresses and of the account. */
  erasures: {
    /** Parameter: the account's id. */
    account?: readonly Statement<unknown>[]
    /** Parameter: an address that was only asked for and may be somebody else's. */
    claimedAddress?: readonly Statement<unknown>[]
    /** Parameter: an address that the account has proven. */
    address?: readonly Statement<unknown>[]
    /** Parameter: the account's id. They run after those of the addresses. */
    last?: readonly Statement<unknown>[]
  }
  /** Every column that refers to an account or identifies a person, as `table.column`. */
  columns: Record<string, ColumnRule>
}

export interface ColumnRule {
  /** The part of the export that shows it, or why none does. */
  exported: string | { no: string }
  /** The statement that erases it, or why it is retained. */
  erased: string | { retained: string }
}

/** Names the parts of an export; each text becomes the statement `export_<part>`. */
export function exportParts(texts: Record<string, string>): Record<string, Statement<ExportedRow>> {
  return Object.fromEntries(Object.entries(texts).map(([part, text]) => [part, statement(`export_${part}`, text)]))
}
