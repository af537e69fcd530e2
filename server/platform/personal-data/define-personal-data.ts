import { type Statement, statement } from '#server/platform/db/query.ts'

type Plain = string | number | boolean | null
/** A row of an exported part: plain values and instants. */
export type ExportedRow = Record<string, Plain | Date>

/** How the personal data of a feature are exported and erased. `tables.ts` of the district declares the columns. */
export interface PersonalData {
  /** Statements by part of the export. Parameter: the account's id or a proven address. */
  exports: {
    account?: Record<string, Statement<ExportedRow>>
    address?: Record<string, Statement<ExportedRow>>
  }
  /** Run in this order, within the order of features. The caller holds the locks of the addresses and the account. */
  erasures: {
    /** Parameter: the account's id. */
    account?: readonly Statement<unknown>[]
    /** Parameter: a requested, unproven address, which may be another person's. */
    claimedAddress?: readonly Statement<unknown>[]
    /** Parameter: the account's own address that nobody has proven: what the account itself has caused there. */
    unprovenAddress?: readonly Statement<unknown>[]
    /** Parameter: an address that the account has proven. */
    address?: readonly Statement<unknown>[]
    /** Parameter: the account's id. Run after the statements of the addresses. */
    last?: readonly Statement<unknown>[]
  }
}

/** Turns each text into the statement `export_<part>`. */
export function exportParts(texts: Record<string, string>): Record<string, Statement<ExportedRow>> {
  return Object.fromEntries(Object.entries(texts).map(([part, text]) => [part, statement(`export_${part}`, text)]))
}
